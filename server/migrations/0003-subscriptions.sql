create table subscriptions (
  id text primary key,
  owner_id text not null,
  plan_id text not null,
  status text not null check (status in ('active', 'incomplete', 'past_due', 'unpaid', 'canceled')),
  name text check (length(name) between 1 and 200),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

comment on table subscriptions is 'What people pay for and work in; "project" on screen.';
comment on column subscriptions.owner_id is 'uid of the one owner; a bare id, since a canceled subscription outlives its owner''s account.';
comment on column subscriptions.plan_id is 'Id of a plan of the configuration.';
comment on column subscriptions.name is '`settings.name`; null until it is named.';

create table memberships (
  subscription_id text not null references subscriptions (id) on delete cascade,
  account_id text not null references accounts (id) on delete cascade,
  permissions text[] not null check (cardinality(permissions) > 0),
  created_at timestamptz not null,
  primary key (subscription_id, account_id)
);

create index memberships_account_id on memberships (account_id);

comment on table memberships is 'Who holds which permissions in a subscription. The owner has a row too.';
comment on column memberships.permissions is 'Permission keys of the configuration; always with the default one.';
