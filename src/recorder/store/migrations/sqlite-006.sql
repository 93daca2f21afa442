-- What is urgent is sent first.
ALTER TABLE deliveries ADD COLUMN urgent INTEGER NOT NULL DEFAULT 0;
UPDATE deliveries SET urgent = 1 WHERE body LIKE '%"isUrgent":true%';
CREATE INDEX deliveries_due ON deliveries (venue, account, destination, state, due_ms);
DROP INDEX deliveries_by_state;
