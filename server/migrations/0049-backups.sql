create table backups (
  id bigint generated always as identity primary key,
  taken_at timestamptz not null,
  scheduled boolean not null
);

create index backups_taken_at on backups (taken_at);

comment on table backups is 'Backups that were written whole and read back. Their age is watched; the files are where they were written.';
comment on column backups.taken_at is 'Instant that the backup shows.';
comment on column backups.scheduled is 'Whether the schedule took it; false for a command of the operator.';
