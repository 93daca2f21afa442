-- Samples lie by how long they stay (grain 0: each minute, 1: the first of an hour, 2: the first of a day or at or after 08:00 UTC): the fine ones in partitions
-- that go as a whole, by month, and their positions apart, by day, packed (src/recorder/store/packed-positions.ts; base is the minute of the sample that they
-- differ from). Who read what lies in months as well, and the rows of an account are counted as they come.
ALTER TABLE samples RENAME TO samples_before;
CREATE TABLE samples (
  venue text NOT NULL,
  account text NOT NULL,
  minute bigint NOT NULL,
  grain smallint NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (venue, account, minute, grain)
) PARTITION BY LIST (grain);
CREATE TABLE samples_minutes PARTITION OF samples FOR VALUES IN (0) PARTITION BY RANGE (minute);
CREATE TABLE samples_hours PARTITION OF samples FOR VALUES IN (1, 2);

CREATE TABLE sample_positions (
  venue text NOT NULL,
  account text NOT NULL,
  minute bigint NOT NULL,
  grain smallint NOT NULL,
  base bigint,
  body bytea NOT NULL,
  PRIMARY KEY (venue, account, minute, grain)
) PARTITION BY LIST (grain);
-- They are packed already: the database need not try.
ALTER TABLE sample_positions ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE TABLE sample_positions_minutes PARTITION OF sample_positions FOR VALUES IN (0) PARTITION BY RANGE (minute);
CREATE TABLE sample_positions_hours PARTITION OF sample_positions FOR VALUES IN (1, 2);

ALTER TABLE audit RENAME TO audit_before;
DROP INDEX audit_by_time;
CREATE TABLE audit (
  at_ms double precision NOT NULL,
  subject text NOT NULL,
  account text NOT NULL,
  call text NOT NULL,
  status integer NOT NULL
) PARTITION BY RANGE (at_ms);
CREATE INDEX audit_by_time ON audit (at_ms);

DO $$
DECLARE part record;
BEGIN
  FOR part IN SELECT DISTINCT date_trunc('month', to_timestamp(minute / 1000) AT TIME ZONE 'UTC') AS starts FROM samples_before LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF samples_minutes FOR VALUES FROM (%s) TO (%s)', to_char(part.starts, '"samples_minutes_"YYYY_MM'),
      extract(epoch FROM part.starts)::bigint * 1000, extract(epoch FROM part.starts + interval '1 month')::bigint * 1000);
  END LOOP;
  FOR part IN SELECT DISTINCT date_trunc('day', to_timestamp(minute / 1000) AT TIME ZONE 'UTC') AS starts FROM samples_before WHERE positions IS NOT NULL LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF sample_positions_minutes FOR VALUES FROM (%s) TO (%s)',
      to_char(part.starts, '"sample_positions_minutes_"YYYY_MM_DD'),
      extract(epoch FROM part.starts)::bigint * 1000, extract(epoch FROM part.starts + interval '1 day')::bigint * 1000);
  END LOOP;
  FOR part IN SELECT DISTINCT date_trunc('month', to_timestamp(at_ms / 1000) AT TIME ZONE 'UTC') AS starts FROM audit_before LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF audit FOR VALUES FROM (%s) TO (%s)', to_char(part.starts, '"audit_"YYYY_MM'),
      extract(epoch FROM part.starts)::bigint * 1000, extract(epoch FROM part.starts + interval '1 month')::bigint * 1000);
  END LOOP;
END
$$;

WITH stretched AS (
  SELECT venue, account, minute, positions, minute / 3600000 AS hour,
    minute - minute % 86400000 + CASE WHEN minute % 86400000 < 28800000 THEN 0 ELSE 28800000 END AS stretch
  FROM samples_before WHERE positions IS NOT NULL
)
INSERT INTO sample_positions (venue, account, minute, grain, base, body)
SELECT venue, account, minute,
  CASE WHEN row_number() OVER (PARTITION BY venue, account, stretch ORDER BY minute) = 1 THEN 2
    WHEN row_number() OVER (PARTITION BY venue, account, hour ORDER BY minute) = 1 THEN 1 ELSE 0 END,
  NULL, convert_to(positions, 'UTF8')
FROM stretched;

WITH stretched AS (
  SELECT venue, account, minute, body, minute / 3600000 AS hour,
    minute - minute % 86400000 + CASE WHEN minute % 86400000 < 28800000 THEN 0 ELSE 28800000 END AS stretch
  FROM samples_before
), graded AS (
  SELECT venue, account, minute, body,
    CASE WHEN row_number() OVER (PARTITION BY venue, account, stretch ORDER BY minute) = 1 THEN 2
      WHEN row_number() OVER (PARTITION BY venue, account, hour ORDER BY minute) = 1 THEN 1 ELSE 0 END AS grain
  FROM stretched
)
INSERT INTO samples (venue, account, minute, grain, body)
SELECT graded.venue, graded.account, graded.minute, greatest(graded.grain, coalesce(sample_positions.grain, 0)), graded.body
FROM graded LEFT JOIN sample_positions USING (venue, account, minute);

INSERT INTO audit (at_ms, subject, account, call, status) SELECT at_ms, subject, account, call, status FROM audit_before;
DROP TABLE samples_before;
DROP TABLE audit_before;

CREATE TABLE row_counts (
  venue text NOT NULL,
  account text NOT NULL,
  rows bigint NOT NULL,
  PRIMARY KEY (venue, account)
);
INSERT INTO row_counts (venue, account, rows) SELECT venue, account, count(*) FROM row_keys GROUP BY venue, account;
