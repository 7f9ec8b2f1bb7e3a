CREATE TABLE items (
  sku varchar(40) PRIMARY KEY,
  price int NOT NULL,
  on_shelf int NOT NULL
);
CREATE TABLE quotes (
  id varchar(40) PRIMARY KEY,
  sku varchar(40) NOT NULL,
  quantity int NOT NULL,
  total int NOT NULL
);
