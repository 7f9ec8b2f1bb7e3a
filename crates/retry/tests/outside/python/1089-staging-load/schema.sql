CREATE TABLE products (sku text PRIMARY KEY, title text NOT NULL, cents integer NOT NULL);
CREATE TABLE sales (id serial PRIMARY KEY, sku text NOT NULL, day text NOT NULL);
