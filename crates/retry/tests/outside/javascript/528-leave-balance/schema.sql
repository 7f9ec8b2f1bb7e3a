CREATE TABLE processed_messages (id text PRIMARY KEY);
CREATE TABLE leave_balances (employee_id text PRIMARY KEY, used_days integer NOT NULL);
