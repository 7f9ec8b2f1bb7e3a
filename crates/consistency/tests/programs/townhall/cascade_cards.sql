CREATE TABLE boards (
  id integer PRIMARY KEY,
  title text NOT NULL
);

CREATE TABLE cards (
  id integer PRIMARY KEY,
  board integer NOT NULL REFERENCES boards (id) ON DELETE CASCADE
);
