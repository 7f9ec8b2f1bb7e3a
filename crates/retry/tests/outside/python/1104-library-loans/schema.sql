CREATE TABLE books (id text PRIMARY KEY, copies integer NOT NULL);
CREATE TABLE members (id text PRIMARY KEY, fines_cents integer NOT NULL DEFAULT 0);
CREATE TABLE loans (
  ref text PRIMARY KEY,
  member text NOT NULL,
  book text NOT NULL,
  due date NOT NULL,
  returned boolean NOT NULL DEFAULT false
);
