CREATE TABLE users (id int PRIMARY KEY, code int NOT NULL UNIQUE);
CREATE TABLE profiles (id int PRIMARY KEY, code int NOT NULL REFERENCES users (code) ON DELETE CASCADE, likes int NOT NULL);
