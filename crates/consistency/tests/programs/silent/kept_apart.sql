CREATE TABLE t (id int PRIMARY KEY, room int, EXCLUDE USING btree (room WITH =));
