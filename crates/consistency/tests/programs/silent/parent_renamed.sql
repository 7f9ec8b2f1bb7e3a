CREATE TABLE people (id int PRIMARY KEY, age int NOT NULL);
CREATE TABLE profiles (id int PRIMARY KEY, owner int NOT NULL REFERENCES people (id) ON DELETE CASCADE, likes int NOT NULL);
ALTER TABLE people RENAME TO users;
