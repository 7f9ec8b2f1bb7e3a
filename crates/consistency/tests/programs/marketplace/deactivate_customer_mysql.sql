CREATE TABLE customers (id INT PRIMARY KEY, active INT NOT NULL);
CREATE TABLE orders (id INT AUTO_INCREMENT PRIMARY KEY, customer_id INT NOT NULL, KEY (customer_id));
