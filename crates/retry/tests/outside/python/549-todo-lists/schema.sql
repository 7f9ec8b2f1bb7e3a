CREATE TABLE todos (
    id uuid PRIMARY KEY,
    title text NOT NULL
);
