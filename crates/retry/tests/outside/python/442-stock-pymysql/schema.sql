CREATE TABLE stock (sku varchar(32) PRIMARY KEY, quantity integer NOT NULL);
