CREATE TABLE t (id int PRIMARY KEY, code char(3) NOT NULL, v int NOT NULL);
