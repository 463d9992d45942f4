-- Rows are few: only where a dump was restored on a server that counts fewer transactions, those written there so far, which
-- were never listed. They follow what programs have read.
update events set xact = 9223372036854775807
where xact between 1 and pg_current_xact_id()::text::bigint
  and created_at > (
    select created_at from events
    where xact > pg_current_xact_id()::text::bigint and xact < 9223372036854775807
    order by xact desc, position desc limit 1);
