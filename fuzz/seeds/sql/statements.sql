INSERT INTO orders (id, n) VALUES ('a', 1), ($1, now()) ON CONFLICT (id) DO UPDATE SET n = orders.n + excluded.n RETURNING *;
SELECT o.id, count(*) FROM orders o LEFT JOIN items i ON i.order_id = o.id WHERE n BETWEEN 1 AND 2 GROUP BY o.id ORDER BY 1 LIMIT 3 FOR UPDATE;
