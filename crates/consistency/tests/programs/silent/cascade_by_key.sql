CREATE TABLE users (id int PRIMARY KEY, age int NOT NULL);
CREATE TABLE profiles (id int PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE, likes int NOT NULL);
