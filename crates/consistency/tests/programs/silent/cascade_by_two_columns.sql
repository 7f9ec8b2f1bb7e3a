CREATE TABLE users (id int PRIMARY KEY, tenant int NOT NULL, UNIQUE (tenant, id));
CREATE TABLE profiles (id int PRIMARY KEY, tenant int, owner int, likes int NOT NULL, FOREIGN KEY (tenant, owner) REFERENCES users (tenant, id) ON DELETE CASCADE);
