CREATE TABLE sessions (
  id varchar(64) PRIMARY KEY,
  user_id varchar(64) NOT NULL
);
CREATE TABLE blocked_users (
  user_id varchar(64) PRIMARY KEY,
  reason varchar(200) NOT NULL,
  blocked_at datetime NOT NULL
);
