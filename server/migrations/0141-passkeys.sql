create table passkeys (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  credential_id text not null constraint passkeys_credential_key unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  display_name text not null default '' check (length(display_name) <= 200),
  user_agent text not null,
  added_at timestamptz not null,
  last_used_at timestamptz,
  removed_at timestamptz
);
create index passkeys_account_id on passkeys (account_id);
create index passkeys_removed_at on passkeys (removed_at) where removed_at is not null;

comment on table passkeys is 'Keys on people''s devices that open their account without a password. Removed ones stay for a week, so that the owner of the mailbox can bring them back.';
comment on column passkeys.id is 'Named in sessions and ID tokens as the second factor.';
comment on column passkeys.credential_id is 'How the device names it, in base64url.';
comment on column passkeys.public_key is 'COSE key.';
comment on column passkeys.counter is 'Uses that the device has counted, 0 if it counts none. A fall means that there is a copy.';
comment on column passkeys.transports is 'How the device is reached, as the browser said: internal, hybrid, usb.';
comment on column passkeys.display_name is 'How the person calls it, else the program that keeps it, or empty.';
comment on column passkeys.user_agent is 'Browser that it was added in.';
comment on column passkeys.removed_at is 'Null while it opens the account.';

create table passkey_challenges (
  challenge_hash bytea primary key,
  account_id text references accounts on delete cascade,
  created_at timestamptz not null
);
create index passkey_challenges_account_id on passkey_challenges (account_id);
create index passkey_challenges_created_at on passkey_challenges (created_at);

comment on table passkey_challenges is 'Random texts that a passkey is to sign, for 5 minutes and one answer.';
comment on column passkey_challenges.challenge_hash is 'SHA-256 of the text.';
comment on column passkey_challenges.account_id is 'Account that adds a passkey; null for a sign-in.';
