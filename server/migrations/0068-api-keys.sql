create table api_keys (
  id text primary key,
  name text not null check (length(name) between 1 and 100),
  key_hash bytea not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);

comment on table api_keys is 'Keys with which the operator''s own programs call the server API. Revoked ones stay, so that it is known what they were.';
comment on column api_keys.id is 'Public part of the key: 12 letters and digits.';
comment on column api_keys.name is 'What the operator calls it: the program that uses it.';
comment on column api_keys.key_hash is 'SHA-256 of the whole key; the key itself is never stored.';
comment on column api_keys.scopes is 'Rights of the key, such as `standing:read`.';
comment on column api_keys.expires_at is 'From when on it opens nothing; null for a key that does not expire.';
comment on column api_keys.last_used_at is 'Last use, written at most every 5 minutes; null before the first one.';
comment on column api_keys.revoked_at is 'Since when it opens nothing; null while it is in use.';
