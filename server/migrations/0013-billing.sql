create table billing_accounts (
  subscription_id text primary key references subscriptions (id) on delete cascade,
  customer_id text,
  provider_subscription_id text,
  next_provider_subscription_id text,
  details jsonb,
  card jsonb,
  period_end timestamptz,
  next_amount integer,
  next_currency text,
  reading bigint not null default 0,
  constraint billing_accounts_customer_key unique (customer_id),
  constraint billing_accounts_provider_subscription_key unique (provider_subscription_id)
);

comment on table billing_accounts is 'What the payment provider has for a subscription, as it was last read.';
comment on column billing_accounts.provider_subscription_id is 'What is charged; null on free plans.';
comment on column billing_accounts.next_provider_subscription_id is 'A first payment of a free subscription that waits for the person; takes effect once it is paid.';
comment on column billing_accounts.details is 'Who pays and where; null until given, and after the owner has changed.';
comment on column billing_accounts.card is 'The default card: brand, last digits, expiry.';
comment on column billing_accounts.reading is 'Number of the reading that this row shows; an older reading never overwrites it.';

create sequence billing_readings;

create table intents (
  id text primary key,
  kind text not null check (kind in ('create', 'change-plan', 'cancel', 'abandon', 'forget-payer')),
  subscription_id text not null,
  account_id text not null,
  request_key text not null,
  request_hash bytea not null,
  input jsonb not null,
  status text not null check (status in ('open', 'done', 'refused')),
  outcome jsonb,
  created_at timestamptz not null,
  leased_until timestamptz not null,
  constraint intents_outcome check ((outcome is null) = (status = 'open'))
);

create unique index intents_request on intents (account_id, kind, request_key);
create unique index intents_open on intents (subscription_id) where status = 'open';
create index intents_lease on intents (leased_until) where status = 'open';

comment on table intents is 'Changes of money, written before the provider is asked; a job finishes what a crash left open.';
comment on column intents.id is 'Also the idempotency key of its steps at the provider, and in the metadata of what they make.';
comment on column intents.request_key is 'The client''s idempotency key, or one made of the request, which counts for a minute.';
comment on column intents.outcome is 'What the caller was or will be answered: a result, or a refusal.';
comment on column intents.leased_until is 'Until then somebody is at work on it.';

create table invoices (
  id text primary key,
  subscription_id text not null references subscriptions (id) on delete cascade,
  number text,
  created_at timestamptz not null,
  total integer not null,
  currency text not null,
  status text not null,
  hosted_url text
);

create index invoices_subscription on invoices (subscription_id, created_at desc, id desc);

comment on table invoices is 'Invoices as the provider last showed them.';
comment on column invoices.total is 'Minor units.';

create table provider_events (
  id text primary key,
  type text not null,
  customer_id text,
  created_at timestamptz not null,
  received_at timestamptz not null,
  processed_at timestamptz
);

create index provider_events_waiting on provider_events (received_at) where processed_at is null;
create index provider_events_created_at on provider_events (created_at);

comment on table provider_events is 'Inbox: what the provider told, each once. Says what to read again, never what is true.';

create table plan_previews (
  subscription_id text not null references subscriptions (id) on delete cascade,
  plan_id text not null,
  shown_at timestamptz not null,
  due_now integer not null,
  credit integer not null,
  primary key (subscription_id, plan_id)
);

comment on table plan_previews is 'What somebody was shown before a plan change; for 10 minutes the change costs just that.';
comment on column plan_previews.shown_at is 'Instant from which the proration was reckoned.';
