create table known_devices (
  account_id text not null references accounts (id) on delete cascade,
  mark_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (account_id, mark_hash)
);

create index known_devices_last_used_at on known_devices (last_used_at);

comment on table known_devices is 'Browsers on which an account was signed in before; their sign-ins are counted apart from those of strangers.';
comment on column known_devices.account_id is 'Whom the mark counts for; a browser has another mark for each account.';
comment on column known_devices.mark_hash is 'SHA-256 of the random mark; the mark itself is only in the browser''s cookie.';
comment on column known_devices.created_at is 'First sign-in with this mark, or the reset by mail that gave it.';
comment on column known_devices.last_used_at is 'Last sign-in with this mark; a year later it is forgotten.';

create index action_codes_reset_addresses on action_codes (email) where type = 'PASSWORD_RESET';

create table unverified_account_checks (
  account_id text primary key references accounts (id) on delete cascade,
  due_at timestamptz not null,
  warned_at timestamptz
);

create index unverified_account_checks_due_at on unverified_account_checks (due_at);
create index accounts_unverified_created_at on accounts (created_at) where not email_verified;

comment on table unverified_account_checks is 'Old accounts that never proved their address, as the sweep last found them. Written only where the configuration removes such accounts.';
comment on column unverified_account_checks.due_at is 'The sweep does not look at the account before this.';
comment on column unverified_account_checks.warned_at is 'When the mail went out that announces the removal; null where the account is kept.';
