CREATE TABLE receipts (message_id varchar(64) PRIMARY KEY);
CREATE TABLE stock (sku varchar(64) PRIMARY KEY, qty int NOT NULL);
