alter table billing_accounts
  add column owed_amount integer,
  add column owed_currency text,
  add column failed_at timestamptz,
  add column retry_at timestamptz,
  add column last_try_at timestamptz,
  add constraint billing_accounts_owed check (
    (owed_amount is null) = (owed_currency is null) and (owed_amount is null) = (failed_at is null));

comment on column billing_accounts.owed_amount is 'Minor units that failed renewals have left to pay; null where nothing is owed, or before it is read.';
comment on column billing_accounts.failed_at is 'When their payment failed last, as far as readings show it.';
comment on column billing_accounts.retry_at is 'When the provider tries it again; null where it does not.';
comment on column billing_accounts.last_try_at is 'When the provider tries it for the last time; null where it does not tell.';
