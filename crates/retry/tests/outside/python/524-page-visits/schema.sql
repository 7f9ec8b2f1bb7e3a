CREATE TABLE visits (
    page varchar(255) PRIMARY KEY,
    total int NOT NULL
);
