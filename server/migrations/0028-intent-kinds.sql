-- The kinds are named in one list of the program; the database no longer repeats it.
alter table intents drop constraint intents_kind_check;

-- True by default: a process of an earlier version does not say it, and waiting is the safe side.
alter table intents add column decides boolean not null default true;
update intents set decides = false
  where status = 'open' and kind not in ('create', 'change-plan', 'cancel', 'abandon');

comment on column intents.decides is 'Whether it decides itself what becomes of plan and status; while it is open, a projection leaves both as they are.';

-- Two intents may begin within one instant of the clock.
alter table intents add column number bigint generated always as identity;

comment on column intents.number is 'Order in which intents began.';

alter table billing_accounts add column next_read_at timestamptz;

comment on column billing_accounts.provider_subscription_id is 'What is charged; on the free plan the price of 0, or null where nothing was ever paid.';
comment on column billing_accounts.next_read_at is 'When next_amount was read; null while it has to be read again before it is shown.';

create table declined_customers (
  account_id text primary key,
  customer_id text not null,
  declined_at timestamptz not null,
  constraint declined_customers_customer_key unique (customer_id)
);

comment on table declined_customers is 'Customer of a first purchase whose card was declined; the account''s next purchase uses it, and after a day it is removed.';
