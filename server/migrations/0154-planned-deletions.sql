create table planned_deletions (
  account_id text primary key references accounts on delete cascade,
  deletes_at timestamptz not null
);
create index planned_deletions_deletes_at on planned_deletions (deletes_at);

comment on table planned_deletions is 'Accounts that operators have deleted, which their people can keep for some days. Ended ones are removed.';
comment on column planned_deletions.deletes_at is 'A job deletes the account then.';

-- A type is added to those that the constraint has by now.
do $$
declare
  known text := (select pg_get_expr(conbin, conrelid) from pg_constraint
    where conname = 'action_codes_type_check' and conrelid = 'action_codes'::regclass);
begin
  alter table action_codes drop constraint action_codes_type_check;
  execute format('alter table action_codes add constraint action_codes_type_check
    check (%s or type = ''KEEP_ACCOUNT'') not valid', known);
end $$;
