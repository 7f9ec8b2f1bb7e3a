CREATE TABLE users (id int PRIMARY KEY, age int NOT NULL);
CREATE TABLE profiles (id int PRIMARY KEY, owner int NOT NULL REFERENCES users (id), likes int NOT NULL);
