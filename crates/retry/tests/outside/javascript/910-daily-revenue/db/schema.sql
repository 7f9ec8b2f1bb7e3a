CREATE TABLE orders (
  id         text PRIMARY KEY,
  ordered_on date NOT NULL,
  total      integer NOT NULL
);

CREATE TABLE daily_revenue (
  day        date PRIMARY KEY,
  orders     integer NOT NULL,
  revenue    bigint NOT NULL,
  updated_at timestamptz NOT NULL
);
