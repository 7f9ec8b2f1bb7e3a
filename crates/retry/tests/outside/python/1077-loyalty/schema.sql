CREATE TABLE members (id varchar(40) PRIMARY KEY, points integer NOT NULL);
CREATE TABLE processed (message_id varchar(64) PRIMARY KEY);
