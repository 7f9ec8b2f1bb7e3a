CREATE TABLE orders (
    request text PRIMARY KEY,
    customer text NOT NULL,
    cents integer NOT NULL
);
