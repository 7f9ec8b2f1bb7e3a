CREATE TABLE shipments (
  order_id VARCHAR(64) PRIMARY KEY,
  address TEXT NOT NULL,
  status VARCHAR(16) NOT NULL,
  created_at DATETIME NOT NULL
);
