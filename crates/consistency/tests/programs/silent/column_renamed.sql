CREATE TABLE users (id int PRIMARY KEY, age int NOT NULL);
CREATE TABLE profiles (id int PRIMARY KEY, who int NOT NULL REFERENCES users (id) ON DELETE CASCADE, likes int NOT NULL);
ALTER TABLE profiles RENAME COLUMN who TO owner;
