alter table sandbox.subscriptions add cancel_at_period_end boolean not null default false;

comment on column sandbox.subscriptions.cancel_at_period_end is 'Whether it ends with its period instead of renewing.';
comment on column billing_accounts.ends_at is 'When the subscription ends by itself, as its owner asked or as was set at the provider; null where it goes on.';
