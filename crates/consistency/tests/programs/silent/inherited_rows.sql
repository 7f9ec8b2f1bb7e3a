CREATE TABLE people (id int PRIMARY KEY, v int);
CREATE TABLE staff () INHERITS (people);
