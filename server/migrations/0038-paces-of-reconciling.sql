alter table billing_accounts add column listed_at timestamptz, add column compare_at timestamptz;

comment on column billing_accounts.compared_at is 'Of version 0.1, which may still run; not read any more.';
comment on column billing_accounts.listed_at is 'When the provider''s list of running subscriptions last showed the one that is charged; null for never.';
comment on column billing_accounts.compare_at is 'When the project is compared with the provider one by one again; null for at once.';

drop index billing_accounts_compared_at;
create index billing_accounts_compare_at on billing_accounts (compare_at nulls first) where customer_id is not null;

comment on table orphan_searches is 'Round through a provider''s list of running subscriptions: they are compared with our rows, and those that stand for nothing here are reported.';
comment on column orphan_searches.begun_at is 'When the newest round began.';
comment on column orphan_searches.reached_subscription is 'Where the round goes on; null once it is through.';
