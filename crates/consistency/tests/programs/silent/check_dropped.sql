CREATE TABLE t (id int PRIMARY KEY, number int CONSTRAINT positive CHECK (number > 0));
ALTER TABLE t DROP CONSTRAINT positive;
