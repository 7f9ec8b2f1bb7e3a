CREATE TABLE members (
  id text PRIMARY KEY,
  points integer NOT NULL DEFAULT 0
);

CREATE TABLE processed_messages (
  message_id text PRIMARY KEY
);

CREATE TABLE redemptions (
  id text PRIMARY KEY,
  member_id text NOT NULL,
  reward text NOT NULL,
  cost integer NOT NULL
);
