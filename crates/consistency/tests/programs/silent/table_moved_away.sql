CREATE TABLE names (id serial PRIMARY KEY, name text UNIQUE, who int);
ALTER TABLE names RENAME TO old_names;
CREATE TABLE names (id serial PRIMARY KEY, name text, who int);
