alter table intents add column key_number integer not null default 0;
alter table intents add column failed_at timestamptz;

comment on column intents.key_number is 'Part of its idempotency keys, from 1: counts answers of failure that the provider repeats for a key.';
comment on column intents.failed_at is 'When the provider first answered the present keys with such a failure; null where it has not.';
