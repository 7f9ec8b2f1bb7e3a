CREATE TABLE stock (
  sku VARCHAR(40) PRIMARY KEY,
  quantity INT NOT NULL
);
CREATE TABLE reorder_levels (
  sku VARCHAR(40) PRIMARY KEY,
  level INT NOT NULL
);
