CREATE TABLE users (id int PRIMARY KEY, age int NOT NULL);
CREATE TABLE pages (id int AUTO_INCREMENT PRIMARY KEY, owner int NOT NULL, FOREIGN KEY (owner) REFERENCES users (id));
