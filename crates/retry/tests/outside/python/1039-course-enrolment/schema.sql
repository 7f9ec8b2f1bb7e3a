CREATE TABLE courses (
  id    VARCHAR(40) PRIMARY KEY,
  seats INT NOT NULL,
  price INT NOT NULL
);
CREATE TABLE enrolments (
  course  VARCHAR(40) NOT NULL,
  student VARCHAR(40) NOT NULL,
  PRIMARY KEY (course, student)
);
CREATE TABLE charges (
  id     VARCHAR(40) PRIMARY KEY,
  amount INT NOT NULL
);
CREATE TABLE letters (
  id     VARCHAR(40) PRIMARY KEY,
  amount INT NOT NULL
);
