CREATE TABLE marks (id text PRIMARY KEY, n integer NOT NULL);
CREATE TABLE kept (id text PRIMARY KEY, n integer NOT NULL);
