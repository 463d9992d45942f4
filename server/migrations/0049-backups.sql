create table backups (
  id bigint generated always as identity primary key,
  taken_at timestamptz not null,
  finished_at timestamptz not null,
  file_name text not null,
  bytes bigint not null,
  scheduled boolean not null
);

create index backups_taken_at on backups (taken_at);

comment on table backups is 'Backups that were written whole and read back. Their age is watched; the files are where they were written.';
comment on column backups.taken_at is 'Instant that the backup shows.';
comment on column backups.finished_at is 'When its file was whole.';
comment on column backups.file_name is 'Name of the file, without its folder.';
comment on column backups.bytes is 'Size of the file.';
comment on column backups.scheduled is 'Whether the schedule took it; false for a command of the operator.';
