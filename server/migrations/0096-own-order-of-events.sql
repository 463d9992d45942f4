-- Numbers of transactions mean nothing on another server, and one that stays open anywhere on a server held all events back.
-- Events are numbered once they are committed instead. This change waits for transactions that have written some, so those
-- of before have all ended and keep their order; newer ones follow.
alter table events alter column xact set default 9223372036854775807;

comment on column events.xact is 'Place in the list: number of the step in which it was found committed, above all earlier ones; the greatest bigint until then. In events of before 0096 that of the transaction, and negative for what a restore brought.';
comment on column events.position is 'Order within a step, which is that of writing.';

-- Numbers events that are committed, and answers how many. One step at a time: it sees what the one before has numbered, so a
-- reader who goes on from the last event passes none over. Events of an account that is just being deleted wait for that.
create function number_events(most integer) returns integer language plpgsql as $$
declare
  unnumbered constant bigint := 9223372036854775807;
  numbered integer;
begin
  if not exists (select from events where xact = unnumbered) then
    return 0;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('hearth number events', 0));
  with next as materialized (
    select id from events where xact = unnumbered order by position limit most for no key update skip locked
  ), step as materialized (
    select coalesce(max(xact), 0) + 1 as number from events where xact < unnumbered
  )
  update events set xact = step.number from next, step where events.id = next.id;
  get diagnostics numbered = row_count;
  return numbered;
end
$$;
