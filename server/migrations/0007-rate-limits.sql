create unlogged table rate_limits (
  key_hash bytea primary key,
  full_at timestamptz not null,
  room_ms bigint not null
);

create index rate_limits_full_at on rate_limits (full_at);

comment on table rate_limits is 'Buckets of attempts, shared by all processes. A crash empties it, which only forgives.';
comment on column rate_limits.key_hash is 'SHA-256 of what is limited: a name, an address, a network.';
comment on column rate_limits.full_at is 'When the bucket is full again; in the past for one that is.';
comment on column rate_limits.room_ms is 'What a full bucket holds, in milliseconds of refilling.';
