-- Alerts that a trader removed, so that a browser which still has one learns of it instead of handing it over anew. Times are of the venue's clock.
CREATE TABLE removed_alerts (
  venue TEXT NOT NULL,
  account TEXT NOT NULL,
  id TEXT NOT NULL,
  at_ms REAL NOT NULL,
  PRIMARY KEY (venue, account, id)
);
