CREATE TABLE reservations (
  id         text PRIMARY KEY,
  room       text NOT NULL,
  arrival    date NOT NULL,
  nights     integer NOT NULL,
  status     text NOT NULL DEFAULT 'confirmed'
);
