CREATE TABLE requests (
  id serial PRIMARY KEY,
  person integer NOT NULL,
  status text NOT NULL
);

CREATE VIEW open_requests AS
  SELECT id, person FROM requests WHERE status = 'open';
