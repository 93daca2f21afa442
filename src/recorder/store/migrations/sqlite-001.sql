-- What a recorder keeps, in one file. Times are ms since 1970 UTC; bodies are the records as JSON.
CREATE TABLE samples (
  venue TEXT NOT NULL,
  account TEXT NOT NULL,
  minute INTEGER NOT NULL,
  body TEXT NOT NULL,
  positions TEXT,
  PRIMARY KEY (venue, account, minute)
) WITHOUT ROWID;

-- A row's id is written here first: what is there already is not written again.
CREATE TABLE row_keys (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  venue TEXT NOT NULL,
  account TEXT NOT NULL,
  id TEXT NOT NULL,
  UNIQUE (venue, account, id)
);

CREATE TABLE journal_rows (
  venue TEXT NOT NULL,
  account TEXT NOT NULL,
  at_ms REAL NOT NULL,
  seq INTEGER NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (venue, account, at_ms, seq)
) WITHOUT ROWID;
CREATE INDEX journal_rows_by_kind ON journal_rows (venue, account, kind, at_ms);
CREATE INDEX journal_rows_by_subject ON journal_rows (venue, account, subject, at_ms);

CREATE TABLE orders (
  venue TEXT NOT NULL,
  account TEXT NOT NULL,
  client_order_id TEXT NOT NULL,
  sent_ms REAL NOT NULL,
  filled_ms REAL,
  open_ms REAL,
  is_rfq INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (venue, account, client_order_id)
);
CREATE INDEX orders_filled ON orders (venue, account, filled_ms) WHERE filled_ms IS NOT NULL;
CREATE INDEX orders_open ON orders (venue, account, open_ms) WHERE open_ms IS NOT NULL;
CREATE INDEX orders_rfqs ON orders (venue, account, sent_ms) WHERE is_rfq = 1;

CREATE TABLE notes (
  venue TEXT NOT NULL,
  account TEXT NOT NULL,
  subject TEXT NOT NULL,
  at_ms REAL NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (venue, account, subject)
);

CREATE TABLE spans (
  venue TEXT NOT NULL,
  account TEXT NOT NULL,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  PRIMARY KEY (venue, account, from_ms)
);

-- Who writes for an account. `fence` grows with each that takes over: what an earlier one still wants to write is refused.
CREATE TABLE writers (
  venue TEXT NOT NULL,
  account TEXT NOT NULL,
  holder TEXT NOT NULL,
  fence INTEGER NOT NULL,
  beat_ms REAL NOT NULL,
  PRIMARY KEY (venue, account)
);

CREATE TABLE audit (
  at_ms REAL NOT NULL,
  subject TEXT NOT NULL,
  account TEXT NOT NULL,
  call TEXT NOT NULL,
  status INTEGER NOT NULL
);
CREATE INDEX audit_by_time ON audit (at_ms);
