CREATE TABLE coupons (
  code text PRIMARY KEY,
  used integer NOT NULL DEFAULT 0
);
CREATE TABLE redemptions (
  code text NOT NULL,
  customer text NOT NULL,
  PRIMARY KEY (code, customer)
);
CREATE TABLE requests (id text PRIMARY KEY);
