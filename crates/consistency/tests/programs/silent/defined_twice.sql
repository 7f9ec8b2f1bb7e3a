CREATE TABLE names (id serial PRIMARY KEY, name text UNIQUE, who int);
DROP TABLE names;
CREATE TABLE names (id serial PRIMARY KEY, name text, who int);
