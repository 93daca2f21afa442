-- Alerts that a trader removed, so that a browser which still has one learns of it instead of handing it over anew. Times are of the venue's clock.
CREATE TABLE removed_alerts (
  venue text NOT NULL,
  account text NOT NULL,
  id text NOT NULL,
  at_ms double precision NOT NULL,
  PRIMARY KEY (venue, account, id)
);
