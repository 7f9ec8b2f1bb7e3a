CREATE TABLE users (tenant int, id int, PRIMARY KEY (tenant, id));
