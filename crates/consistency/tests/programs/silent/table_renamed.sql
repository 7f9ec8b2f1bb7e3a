CREATE TABLE users (id int PRIMARY KEY, age int NOT NULL);
CREATE TABLE pages (id int PRIMARY KEY, owner int NOT NULL REFERENCES users (id) ON DELETE CASCADE, likes int NOT NULL);
ALTER TABLE pages RENAME TO profiles;
