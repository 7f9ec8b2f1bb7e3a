CREATE TABLE reservations (
  id SERIAL PRIMARY KEY,
  show_id INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  customer INTEGER NOT NULL,
  UNIQUE (show_id, seat)
);
