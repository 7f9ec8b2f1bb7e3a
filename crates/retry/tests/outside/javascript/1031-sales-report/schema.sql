CREATE TABLE sales (
  id bigint PRIMARY KEY,
  region varchar(20) NOT NULL,
  amount int NOT NULL,
  sold_on date NOT NULL
);
