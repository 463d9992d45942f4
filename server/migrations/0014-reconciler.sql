create table provider_pulls (
  provider text primary key,
  fetched_until timestamptz not null,
  reaching_until timestamptz,
  reached_event text,
  constraint provider_pulls_under_way check ((reaching_until is null) = (reached_event is null))
);

comment on table provider_pulls is 'How far the inbox holds every event of a provider, whatever its messages brought besides.';
comment on column provider_pulls.provider is 'Which provider it is.';
comment on column provider_pulls.fetched_until is 'Instant of the provider''s clock; whatever happened before it has been fetched.';
comment on column provider_pulls.reaching_until is 'What fetched_until becomes when the pull that is under way is through; null while none is.';
comment on column provider_pulls.reached_event is 'Oldest event that the pull under way has kept; it goes on behind it, towards older ones.';

create table orphan_searches (
  provider text primary key,
  begun_at timestamptz not null,
  reached_subscription text
);

comment on table orphan_searches is 'Search of a provider for subscriptions that charge for somebody whom nobody here knows.';
comment on column orphan_searches.provider is 'Which provider it is.';
comment on column orphan_searches.begun_at is 'When the newest search began.';
comment on column orphan_searches.reached_subscription is 'Where the search goes on; null once it is through.';

alter table billing_accounts add column compared_at timestamptz;

comment on column billing_accounts.compared_at is 'When this was last compared with what the provider has; null for never.';

create index billing_accounts_compared_at on billing_accounts (compared_at nulls first) where customer_id is not null;
-- Pulls have a mark of their own now.
drop index provider_events_created_at;
create index provider_events_customer on provider_events (customer_id) where processed_at is null;
