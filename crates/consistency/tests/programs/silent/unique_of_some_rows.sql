CREATE TABLE t (id int PRIMARY KEY, number int, active boolean);
CREATE UNIQUE INDEX u ON t (number) WHERE active;
