CREATE TABLE processed_messages (message_id varchar(64) PRIMARY KEY);
CREATE TABLE accounts (id varchar(64) PRIMARY KEY, balance bigint NOT NULL);
