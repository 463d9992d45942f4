create table ended_sessions (
  refresh_token_hash bytea primary key,
  account_id text not null references accounts (id) on delete cascade,
  reason text not null check (reason in ('password-changed', 'sign-in-changed', 'ended-elsewhere', 'operator')),
  ended_at timestamptz not null
);

create index ended_sessions_account_id on ended_sessions (account_id);
create index ended_sessions_ended_at on ended_sessions (ended_at);

comment on table ended_sessions is 'Why sessions ended, for the device that still holds the refresh token; it opens nothing any more. Forgotten after 30 days.';
comment on column ended_sessions.refresh_token_hash is 'SHA-256 of the refresh token, as it was in `sessions`.';
comment on column ended_sessions.account_id is 'Whose session it was.';
comment on column ended_sessions.reason is 'What ended it.';
comment on column ended_sessions.ended_at is 'When it ended.';
