CREATE TABLE devices (
  id VARCHAR(64) NOT NULL PRIMARY KEY,
  owner VARCHAR(64) NOT NULL,
  model VARCHAR(120) NOT NULL,
  last_seen DATETIME NOT NULL,
  KEY by_owner (owner)
);
