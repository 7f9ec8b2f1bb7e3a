CREATE TABLE picks (message_id text PRIMARY KEY, sku text NOT NULL, qty integer NOT NULL);
CREATE TABLE receipts (message_id text PRIMARY KEY, sku text NOT NULL, qty integer NOT NULL);
CREATE TABLE stock (sku text PRIMARY KEY, qty integer NOT NULL);
