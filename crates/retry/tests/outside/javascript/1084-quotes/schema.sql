CREATE TABLE tariffs (code text PRIMARY KEY, cents integer NOT NULL);
CREATE TABLE quotes (
  id uuid PRIMARY KEY,
  customer text NOT NULL,
  tariff text NOT NULL,
  accepted_at timestamptz
);
