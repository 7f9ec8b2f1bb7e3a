CREATE TABLE attendance (
  student   text NOT NULL,
  day       date NOT NULL,
  class     text NOT NULL,
  present   boolean NOT NULL,
  PRIMARY KEY (student, day)
);
