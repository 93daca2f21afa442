-- Alerts that recorders watch, and what they have to send. A delivery is one message to one destination: written in the transaction that made it known,
-- and once, by its id.
CREATE TABLE alerts (
  venue text NOT NULL,
  account text NOT NULL,
  id text NOT NULL,
  set_by text NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (venue, account, id)
);

CREATE TABLE deliveries (
  venue text NOT NULL,
  account text NOT NULL,
  id text NOT NULL,
  destination text NOT NULL,
  state text NOT NULL,
  made_ms double precision NOT NULL,
  due_ms double precision NOT NULL,
  attempts integer NOT NULL,
  said text NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (venue, account, id, destination)
);
CREATE INDEX deliveries_by_state ON deliveries (venue, account, state, due_ms);
