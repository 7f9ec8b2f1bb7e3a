CREATE TABLE readings (
  device VARCHAR(64) NOT NULL,
  taken_at BIGINT NOT NULL,
  celsius DECIMAL(5, 2) NOT NULL,
  PRIMARY KEY (device, taken_at)
);
