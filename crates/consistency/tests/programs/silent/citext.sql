CREATE TABLE users (id int PRIMARY KEY, email citext UNIQUE);
