-- Tables of the handlers in this folder.
CREATE TABLE bills (id text PRIMARY KEY, total numeric, big bigint, small integer);
CREATE TABLE prices (id text PRIMARY KEY, price numeric(10, 2));
CREATE TABLE flags (id varchar(20) PRIMARY KEY, done boolean, price decimal(10, 2), n int DEFAULT 0, day date);
CREATE TABLE marks (id text PRIMARY KEY, done boolean, note text, day date, data jsonb, code char(4), ref uuid);
