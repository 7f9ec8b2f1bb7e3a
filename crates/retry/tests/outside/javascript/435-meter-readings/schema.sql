CREATE TABLE ingested (
  id text PRIMARY KEY
);

CREATE TABLE meters (
  serial text PRIMARY KEY,
  consumption integer NOT NULL DEFAULT 0
);
