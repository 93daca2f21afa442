-- Alerts that the recorder watches, and what it has to send. A delivery is one message to one destination: written in the transaction that made it known,
-- and once, by its id.
CREATE TABLE alerts (
  venue TEXT NOT NULL,
  account TEXT NOT NULL,
  id TEXT NOT NULL,
  set_by TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (venue, account, id)
);

CREATE TABLE deliveries (
  venue TEXT NOT NULL,
  account TEXT NOT NULL,
  id TEXT NOT NULL,
  destination TEXT NOT NULL,
  state TEXT NOT NULL,
  made_ms REAL NOT NULL,
  due_ms REAL NOT NULL,
  attempts INTEGER NOT NULL,
  said TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (venue, account, id, destination)
);
CREATE INDEX deliveries_by_state ON deliveries (venue, account, state, due_ms);
