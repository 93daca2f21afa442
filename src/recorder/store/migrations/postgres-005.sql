-- Up to when every fill of an account is stored, ms by the venue's clock: from there its trade history is read on.
ALTER TABLE writers ADD COLUMN fills_ms bigint;
