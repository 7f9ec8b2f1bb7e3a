CREATE TABLE t (id int PRIMARY KEY, v bigint NOT NULL);
