CREATE TABLE subscriptions (
    id    bigint AUTO_INCREMENT PRIMARY KEY,
    email varchar(200) NOT NULL,
    plan  varchar(20) NOT NULL
);
