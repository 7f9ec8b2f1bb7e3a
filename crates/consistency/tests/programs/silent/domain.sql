CREATE DOMAIN positive AS int CHECK (VALUE > 0);
CREATE TABLE names (id serial PRIMARY KEY, name text, who positive);
