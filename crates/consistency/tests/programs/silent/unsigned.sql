CREATE TABLE stock (id int unsigned PRIMARY KEY, left_over int unsigned NOT NULL, asked int NOT NULL);
