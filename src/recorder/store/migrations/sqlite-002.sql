-- Samples by how long they stay (grain 0: each minute, 1: the first of an hour, 2: the first of a day or at or after 08:00 UTC); their positions apart, packed
-- (src/recorder/store/packed-positions.ts; base is the minute of the sample that they differ from); and the rows of an account counted as they come.
ALTER TABLE samples RENAME TO samples_before;
CREATE TABLE samples (
  venue TEXT NOT NULL,
  account TEXT NOT NULL,
  minute INTEGER NOT NULL,
  grain INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (venue, account, minute)
) WITHOUT ROWID;
CREATE TABLE sample_positions (
  venue TEXT NOT NULL,
  account TEXT NOT NULL,
  minute INTEGER NOT NULL,
  grain INTEGER NOT NULL,
  base INTEGER,
  body BLOB NOT NULL,
  PRIMARY KEY (venue, account, minute)
) WITHOUT ROWID;

WITH stretched AS (
  SELECT venue, account, minute, positions, minute / 3600000 AS hour,
    minute - minute % 86400000 + CASE WHEN minute % 86400000 < 28800000 THEN 0 ELSE 28800000 END AS stretch
  FROM samples_before WHERE positions IS NOT NULL
)
INSERT INTO sample_positions (venue, account, minute, grain, base, body)
SELECT venue, account, minute,
  CASE WHEN row_number() OVER (PARTITION BY venue, account, stretch ORDER BY minute) = 1 THEN 2
    WHEN row_number() OVER (PARTITION BY venue, account, hour ORDER BY minute) = 1 THEN 1 ELSE 0 END,
  NULL, CAST(positions AS BLOB)
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
SELECT graded.venue, graded.account, graded.minute, max(graded.grain, coalesce(sample_positions.grain, 0)), graded.body
FROM graded LEFT JOIN sample_positions USING (venue, account, minute);
DROP TABLE samples_before;
CREATE INDEX samples_coarse ON samples (venue, account, minute) WHERE grain >= 1;
CREATE INDEX sample_positions_first ON sample_positions (venue, account, minute) WHERE grain >= 2;

CREATE TABLE row_counts (
  venue TEXT NOT NULL,
  account TEXT NOT NULL,
  rows INTEGER NOT NULL,
  PRIMARY KEY (venue, account)
) WITHOUT ROWID;
INSERT INTO row_counts (venue, account, rows) SELECT venue, account, count(*) FROM row_keys GROUP BY venue, account;
