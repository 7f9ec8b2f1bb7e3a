CREATE TABLE posts (
  id serial PRIMARY KEY,
  day text NOT NULL,
  author text NOT NULL,
  title text NOT NULL,
  body text NOT NULL
);

CREATE TABLE digests (
  day text PRIMARY KEY,
  posts integer NOT NULL,
  authors integer NOT NULL
);
