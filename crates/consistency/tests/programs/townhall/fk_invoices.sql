CREATE TABLE clients (
  id INT PRIMARY KEY,
  name VARCHAR(100) NOT NULL
) ENGINE=InnoDB;

CREATE TABLE invoices (
  id INT PRIMARY KEY,
  client INT NOT NULL,
  amount INT NOT NULL,
  FOREIGN KEY (client) REFERENCES clients (id)
) ENGINE=InnoDB;
