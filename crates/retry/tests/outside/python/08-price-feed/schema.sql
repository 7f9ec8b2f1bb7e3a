CREATE TABLE prices (
    sku     text PRIMARY KEY,
    cents   integer NOT NULL,
    version bigint NOT NULL
);
