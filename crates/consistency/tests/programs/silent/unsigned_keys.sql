CREATE TABLE orders (id int unsigned PRIMARY KEY, total int NOT NULL);
CREATE TABLE `lines` (id int unsigned PRIMARY KEY, order_id int unsigned NOT NULL, amount int NOT NULL, FOREIGN KEY (order_id) REFERENCES orders (id));
