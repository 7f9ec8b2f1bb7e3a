CREATE TABLE readings (
    device_id text PRIMARY KEY,
    celsius integer NOT NULL,
    seen_at bigint NOT NULL
);
