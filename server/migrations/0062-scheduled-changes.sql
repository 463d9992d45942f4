alter table billing_accounts
  add scheduled_price_ids text[],
  add scheduled_at timestamptz;

comment on column billing_accounts.scheduled_price_ids is 'Prices that the provider charges from scheduled_at on, without being asked again; null where no change is scheduled.';
comment on column billing_accounts.scheduled_at is 'When the scheduled plan change takes effect; null where none is scheduled.';

alter table sandbox.subscriptions add scheduled_price_ids text[];

comment on column sandbox.subscriptions.scheduled_price_ids is 'Prices of the plan that takes effect when the period ends; null where the plan stays.';
