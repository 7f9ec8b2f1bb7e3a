CREATE TABLE usage_events (
    message_id text PRIMARY KEY,
    day        text NOT NULL,
    units      integer NOT NULL
);

CREATE TABLE daily_usage (
    day   text PRIMARY KEY,
    units integer NOT NULL
);
