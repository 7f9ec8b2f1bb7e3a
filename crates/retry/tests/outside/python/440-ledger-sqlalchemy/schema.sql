CREATE TABLE entries (event_id text PRIMARY KEY, account text NOT NULL, cents integer NOT NULL);
CREATE TABLE audit (id serial PRIMARY KEY, actor text NOT NULL, action text NOT NULL);
