CREATE TABLE subscribers (
  email varchar(255) NOT NULL PRIMARY KEY,
  name varchar(255),
  active tinyint NOT NULL DEFAULT 1
);
