-- What recorders keep. Times are ms since 1970 UTC; bodies are the records as JSON. Samples and rows lie in a partition for each month, which the
-- writer makes before it needs it.
CREATE TABLE samples (
  venue text NOT NULL,
  account text NOT NULL,
  minute bigint NOT NULL,
  body text NOT NULL,
  positions text,
  PRIMARY KEY (venue, account, minute)
) PARTITION BY RANGE (minute);

-- A row's id is written here first: what is there already is not written again.
CREATE TABLE row_keys (
  seq bigserial PRIMARY KEY,
  venue text NOT NULL,
  account text NOT NULL,
  id text NOT NULL,
  UNIQUE (venue, account, id)
);

CREATE TABLE journal_rows (
  venue text NOT NULL,
  account text NOT NULL,
  at_ms double precision NOT NULL,
  seq bigint NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (venue, account, at_ms, seq)
) PARTITION BY RANGE (at_ms);
CREATE INDEX journal_rows_by_kind ON journal_rows (venue, account, kind, at_ms);
CREATE INDEX journal_rows_by_subject ON journal_rows (venue, account, subject, at_ms);

CREATE TABLE orders (
  venue text NOT NULL,
  account text NOT NULL,
  client_order_id text NOT NULL,
  sent_ms double precision NOT NULL,
  filled_ms double precision,
  open_ms double precision,
  is_rfq integer NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (venue, account, client_order_id)
);
CREATE INDEX orders_filled ON orders (venue, account, filled_ms) WHERE filled_ms IS NOT NULL;
CREATE INDEX orders_open ON orders (venue, account, open_ms) WHERE open_ms IS NOT NULL;
CREATE INDEX orders_rfqs ON orders (venue, account, sent_ms) WHERE is_rfq = 1;

CREATE TABLE notes (
  venue text NOT NULL,
  account text NOT NULL,
  subject text NOT NULL,
  at_ms double precision NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (venue, account, subject)
);

CREATE TABLE spans (
  venue text NOT NULL,
  account text NOT NULL,
  from_ms bigint NOT NULL,
  to_ms bigint NOT NULL,
  PRIMARY KEY (venue, account, from_ms)
);

-- Who writes for an account. `fence` grows with each that takes over: what an earlier one still wants to write is refused.
CREATE TABLE writers (
  venue text NOT NULL,
  account text NOT NULL,
  holder text NOT NULL,
  fence integer NOT NULL,
  beat_ms double precision NOT NULL,
  PRIMARY KEY (venue, account)
);

CREATE TABLE audit (
  at_ms double precision NOT NULL,
  subject text NOT NULL,
  account text NOT NULL,
  call text NOT NULL,
  status integer NOT NULL
);
CREATE INDEX audit_by_time ON audit (at_ms);
