CREATE TABLE t (id int PRIMARY KEY, v int, double int GENERATED ALWAYS AS (v * 2) STORED);
