CREATE TABLE members (id text PRIMARY KEY, email text NOT NULL, last_digest text);
CREATE TABLE posts (id text PRIMARY KEY, title text NOT NULL, week text NOT NULL);
