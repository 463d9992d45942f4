create schema sandbox;

comment on schema sandbox is 'The payment provider that is built in; no table of the product refers to it.';

create table sandbox.customers (
  id text primary key,
  reference text not null,
  email text not null,
  details jsonb,
  credit integer not null check (credit >= 0),
  default_card_id text,
  invoice_prefix text not null unique,
  invoice_count integer not null,
  created_at timestamptz not null,
  removed_at timestamptz
);

create unique index customers_reference on sandbox.customers (reference) where removed_at is null;

comment on table sandbox.customers is 'Who pays; one per subscription of the product.';
comment on column sandbox.customers.reference is 'The product''s id of the subscription.';
comment on column sandbox.customers.details is 'Name, phone and address; null until given.';
comment on column sandbox.customers.credit is 'Minor units that later invoices use up.';
comment on column sandbox.customers.invoice_count is 'How many numbers have been given out.';
comment on column sandbox.customers.removed_at is 'Since when it is only there for its invoices.';

create table sandbox.cards (
  id text primary key,
  customer_id text references sandbox.customers (id),
  brand text not null,
  last4 text not null check (length(last4) = 4),
  behaviour text not null,
  exp_month integer not null check (exp_month between 1 and 12),
  exp_year integer not null,
  holder text not null,
  authenticated boolean not null,
  created_at timestamptz not null
);

create index cards_customer_id on sandbox.cards (customer_id);

comment on table sandbox.cards is 'Test cards; neither number nor security code is kept.';
comment on column sandbox.cards.customer_id is 'Null until it is attached.';
comment on column sandbox.cards.behaviour is 'How charges on it end.';
comment on column sandbox.cards.authenticated is 'Its person has answered the bank once.';

create table sandbox.subscriptions (
  id text primary key,
  customer_id text not null references sandbox.customers (id),
  reference text not null,
  intent_id text not null,
  status text not null check (status in ('incomplete', 'active', 'past_due', 'unpaid', 'canceled')),
  price_ids text[] not null check (cardinality(price_ids) > 0),
  pending_price_ids text[],
  created_at timestamptz not null,
  period_start timestamptz not null,
  period_end timestamptz not null check (period_end > period_start),
  ended_at timestamptz,
  next_step_at timestamptz,
  check ((status = 'canceled') = (ended_at is not null)),
  unique (customer_id, intent_id)
);

create index subscriptions_next_step_at on sandbox.subscriptions (next_step_at, id) where next_step_at is not null;

comment on table sandbox.subscriptions is 'What is renewed each week.';
comment on column sandbox.subscriptions.reference is 'The product''s id of the subscription.';
comment on column sandbox.subscriptions.intent_id is 'The product''s id of the intent that it was started by.';
comment on column sandbox.subscriptions.price_ids is 'Its items, in the order of the plan.';
comment on column sandbox.subscriptions.pending_price_ids is 'Items of a change that waits for its payment.';
comment on column sandbox.subscriptions.next_step_at is 'When it renews, retries or expires next; null once it has ended.';

create table sandbox.invoices (
  id text primary key,
  sequence bigint generated always as identity,
  customer_id text not null references sandbox.customers (id),
  subscription_id text not null references sandbox.subscriptions (id),
  secret text not null unique,
  number text unique,
  reason text not null check (reason in ('create', 'cycle', 'update')),
  status text not null check (status in ('draft', 'open', 'paid', 'void')),
  created_at timestamptz not null,
  paid_at timestamptz,
  currency text not null,
  lines jsonb not null,
  total integer not null,
  credit_used integer not null check (credit_used >= 0),
  amount_due integer not null check (amount_due >= 0),
  retries integer not null,
  next_attempt_at timestamptz,
  client_secret text not null unique,
  waiting_card_id text,
  billed_to jsonb,
  check ((status = 'draft') = (number is null)),
  check ((status = 'paid') = (paid_at is not null))
);

create index invoices_customer_id on sandbox.invoices (customer_id, sequence);
-- One renewal is charged once.
create unique index invoices_period on sandbox.invoices (subscription_id, created_at) where reason = 'cycle';

comment on table sandbox.invoices is 'What was charged, is owed or became credit.';
comment on column sandbox.invoices.secret is '128 bits; whoever has it may read the invoice''s page.';
comment on column sandbox.invoices.number is 'Null while it is a draft.';
comment on column sandbox.invoices.total is 'Sum of the lines in minor units; negative where it became credit.';
comment on column sandbox.invoices.amount_due is 'What cards are charged: total less credit_used, never below 0.';
comment on column sandbox.invoices.client_secret is 'With it the browser answers the bank.';
comment on column sandbox.invoices.waiting_card_id is 'Card whose bank wants the person; null where none does.';
comment on column sandbox.invoices.billed_to is 'E-mail, name and address of the day; kept as they were.';

create table sandbox.setups (
  client_secret text primary key,
  customer_id text not null references sandbox.customers (id),
  card_id text,
  status text not null check (status in ('open', 'waiting', 'done')),
  created_at timestamptz not null
);

comment on table sandbox.setups is 'Cards that are about to be added in the browser.';
comment on column sandbox.setups.status is '`waiting`: the bank wants the person.';

create table sandbox.events (
  id text primary key,
  sequence bigint generated always as identity,
  type text not null,
  customer_id text,
  created_at timestamptz not null,
  delivered_at timestamptz
);

create index events_created_at on sandbox.events (created_at, sequence);
create index events_undelivered on sandbox.events (sequence) where delivered_at is null;

comment on table sandbox.events is 'What happened, named as Stripe names it.';
comment on column sandbox.events.delivered_at is 'When the product''s inbox took it.';

create table sandbox.keys (
  key text primary key,
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null
);

comment on table sandbox.keys is 'Answers that were given, by idempotency key; forgotten after 30 days.';
