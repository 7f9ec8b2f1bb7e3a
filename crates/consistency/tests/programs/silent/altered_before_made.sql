ALTER TABLE profiles ADD CONSTRAINT f FOREIGN KEY (owner) REFERENCES users (id) ON DELETE CASCADE;
CREATE TABLE users (id int PRIMARY KEY, age int NOT NULL);
CREATE TABLE profiles (id int PRIMARY KEY, owner int NOT NULL, likes int NOT NULL);
