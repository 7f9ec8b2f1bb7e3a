CREATE TABLE campaigns (
  id text PRIMARY KEY,
  goal integer NOT NULL,
  raised integer NOT NULL DEFAULT 0
);

CREATE TABLE pledges (
  id text PRIMARY KEY,
  campaign text NOT NULL,
  amount integer NOT NULL,
  refunded boolean NOT NULL DEFAULT false
);
