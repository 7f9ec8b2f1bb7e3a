CREATE TABLE t (id int PRIMARY KEY, v decimal(10,2) NOT NULL);
