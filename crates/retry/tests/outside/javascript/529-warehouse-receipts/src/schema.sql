CREATE TABLE receipts (message_id text PRIMARY KEY, sku text NOT NULL);
CREATE TABLE stock (sku text PRIMARY KEY, on_hand integer NOT NULL);
