-- A checksum of each row that is served, so that damage of the disk is found where it is read (src/recorder/store/row-sum.ts). Rows that are there get theirs now.
ALTER TABLE samples ADD COLUMN sum text GENERATED ALWAYS AS (md5(venue || chr(10) || account || chr(10) || grain::text || chr(10) || body)) STORED;
ALTER TABLE sample_positions ADD COLUMN sum text GENERATED ALWAYS AS (md5(venue || chr(10) || account || chr(10) || minute::text || chr(10) || coalesce(base::text, '') || chr(10) || encode(body, 'hex'))) STORED;
ALTER TABLE journal_rows ADD COLUMN sum text GENERATED ALWAYS AS (md5(venue || chr(10) || account || chr(10) || body)) STORED;
ALTER TABLE orders ADD COLUMN sum text GENERATED ALWAYS AS (md5(venue || chr(10) || account || chr(10) || body)) STORED;
ALTER TABLE notes ADD COLUMN sum text GENERATED ALWAYS AS (md5(venue || chr(10) || account || chr(10) || body)) STORED;
ALTER TABLE alerts ADD COLUMN sum text GENERATED ALWAYS AS (md5(venue || chr(10) || account || chr(10) || set_by || chr(10) || body)) STORED;
ALTER TABLE deliveries ADD COLUMN sum text GENERATED ALWAYS AS (md5(venue || chr(10) || account || chr(10) || state || chr(10) || said || chr(10) || body)) STORED;
ALTER TABLE spans ADD COLUMN sum text GENERATED ALWAYS AS (md5(venue || chr(10) || account || chr(10) || from_ms::text || chr(10) || to_ms::text)) STORED;
ALTER TABLE row_counts ADD COLUMN sum text GENERATED ALWAYS AS (md5(venue || chr(10) || account || chr(10) || rows::text)) STORED;
ALTER TABLE writers ADD COLUMN sum text GENERATED ALWAYS AS (md5(venue || chr(10) || account || chr(10) || coalesce(fills_ms::text, ''))) STORED;
