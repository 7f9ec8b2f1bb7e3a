CREATE TABLE quotas (
    team     varchar(40) PRIMARY KEY,
    cpu      int NOT NULL,
    memory   int NOT NULL
);
