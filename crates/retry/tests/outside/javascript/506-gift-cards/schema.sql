CREATE TABLE gift_cards (
  code VARCHAR(32) PRIMARY KEY,
  balance INT NOT NULL
);
