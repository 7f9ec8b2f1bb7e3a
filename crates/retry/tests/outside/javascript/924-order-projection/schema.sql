CREATE TABLE orders (
  id          VARCHAR(36) NOT NULL PRIMARY KEY,
  customer_id VARCHAR(36) NOT NULL,
  total       INT NOT NULL,
  status      VARCHAR(16) NOT NULL,
  placed_at   VARCHAR(32) NOT NULL,
  shipped_at  VARCHAR(32) NULL
);
