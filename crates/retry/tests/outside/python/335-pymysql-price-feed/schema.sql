CREATE TABLE prices (
  sku varchar(64) PRIMARY KEY,
  cents int NOT NULL,
  currency char(3) NOT NULL,
  seen_at datetime NOT NULL
);
