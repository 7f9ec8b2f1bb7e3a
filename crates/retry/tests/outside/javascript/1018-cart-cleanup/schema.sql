CREATE TABLE carts (
  id text PRIMARY KEY,
  customer_id text,
  touched_on date NOT NULL
);
