CREATE TABLE meters (
    serial text PRIMARY KEY,
    model text NOT NULL
);
CREATE TABLE credits (
    serial text PRIMARY KEY,
    cents bigint NOT NULL
);
