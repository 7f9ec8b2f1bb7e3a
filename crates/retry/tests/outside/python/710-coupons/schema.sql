CREATE TABLE redemptions (
  coupon      VARCHAR(64) NOT NULL,
  customer_id VARCHAR(64) NOT NULL,
  PRIMARY KEY (coupon, customer_id)
);
CREATE TABLE grants (
  campaign    VARCHAR(64) NOT NULL,
  customer_id VARCHAR(64) NOT NULL,
  points      INT NOT NULL,
  PRIMARY KEY (campaign, customer_id)
);
CREATE TABLE customers (
  id     VARCHAR(64) PRIMARY KEY,
  points INT NOT NULL DEFAULT 0
);
