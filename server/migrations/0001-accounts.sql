create table accounts (
  id text primary key,
  email text not null,
  email_verified boolean not null default false,
  display_name text not null default '' check (length(display_name) <= 200),
  avatar_url text not null default '' check (length(avatar_url) <= 2048),
  language text check (language in ('en', 'zh')),
  password_hash text,
  password_changed_at timestamptz,
  disabled_at timestamptz,
  last_signed_in_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint accounts_email_key unique (email),
  constraint accounts_email_lower check (email = lower(email))
);

comment on table accounts is 'People who can sign in. The profile document users/{uid} is a view of the same row.';
comment on column accounts.id is 'uid: 28 letters and digits, also `sub` of ID tokens.';
comment on column accounts.email is 'Lower-cased address; one account per address.';
comment on column accounts.email_verified is 'Whether the person proved that the mailbox is theirs.';
comment on column accounts.display_name is 'Full name as the person writes it, or empty.';
comment on column accounts.avatar_url is 'http(s) address of a picture, or empty.';
comment on column accounts.language is 'Language of mails; null until chosen.';
comment on column accounts.password_hash is 'argon2id in PHC form; null for accounts that only use a social provider.';
comment on column accounts.password_changed_at is 'When the password was last set.';
comment on column accounts.disabled_at is 'Since when an operator keeps the account out; null while it may sign in.';
comment on column accounts.last_signed_in_at is 'Last time that a session was opened.';

create table sessions (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  refresh_token_hash bytea not null,
  cookie boolean not null,
  provider text not null,
  signed_in_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text not null default '',
  address text not null default '',
  constraint sessions_refresh_token_key unique (refresh_token_hash)
);

create index sessions_account_id on sessions (account_id);

comment on table sessions is 'Living sign-ins. A row stands behind every ID token; ending a session removes it.';
comment on column sessions.id is 'Claim `sid` of the session''s ID tokens.';
comment on column sessions.refresh_token_hash is 'SHA-256 of the refresh token; the token itself is never stored.';
comment on column sessions.cookie is 'A cookie session for life: its refresh token never stands in a body.';
comment on column sessions.provider is 'How the person signed in: `password` or a social provider.';
comment on column sessions.signed_in_at is 'Claim `auth_time`: when the person proved who they are.';
comment on column sessions.last_seen_at is 'Last use, written at most every 5 minutes; the idle limit counts from it.';
comment on column sessions.expires_at is 'Absolute end, whatever the use.';
comment on column sessions.user_agent is 'Browser or program as it named itself at sign-in.';
comment on column sessions.address is 'Network address at sign-in.';

create table signing_keys (
  id text primary key,
  public_jwk jsonb not null,
  sealed_private_jwk bytea not null,
  created_at timestamptz not null
);

comment on table signing_keys is 'ES256 keys of ID tokens; the newest signs, all verify.';
comment on column signing_keys.id is 'Header `kid` of the tokens.';
comment on column signing_keys.public_jwk is 'Public half, as /.well-known/jwks.json gives it.';
comment on column signing_keys.sealed_private_jwk is 'Private half, AES-256-GCM under a key derived from SECRET_KEY.';
