CREATE TABLE classes (id text PRIMARY KEY, seats integer NOT NULL);
CREATE TABLE enrolments (
  class text NOT NULL,
  student text NOT NULL,
  PRIMARY KEY (class, student)
);
CREATE TABLE waitlist (
  class text NOT NULL,
  student text NOT NULL,
  joined timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (class, student)
);
