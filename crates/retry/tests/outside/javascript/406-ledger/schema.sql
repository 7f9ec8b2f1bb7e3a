CREATE TABLE processed_messages (
  message_id text PRIMARY KEY
);

CREATE TABLE accounts (
  id text PRIMARY KEY,
  balance integer NOT NULL
);
