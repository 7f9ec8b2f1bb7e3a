CREATE TABLE orders (id text PRIMARY KEY, article text NOT NULL);
CREATE TABLE outbox (id text PRIMARY KEY, payload text NOT NULL, sent boolean NOT NULL DEFAULT false);
