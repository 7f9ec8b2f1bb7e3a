CREATE TABLE names (id serial PRIMARY KEY, name text, who int, UNIQUE NULLS NOT DISTINCT (name));
