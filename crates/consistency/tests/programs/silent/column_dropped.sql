CREATE TABLE names (id serial PRIMARY KEY, name text UNIQUE, who int);
ALTER TABLE names DROP COLUMN name;
ALTER TABLE names ADD COLUMN name text;
