alter table billing_accounts
  add price_ids text[],
  add price_amount integer,
  add price_currency text check (price_currency ~ '^[a-z]{3}$'),
  add check ((price_amount is null) = (price_currency is null));

comment on column billing_accounts.price_ids is 'Prices of the provider that the subscription is charged; null where none was read or none is charged.';
comment on column billing_accounts.price_amount is 'Minor units per period that the provider charges for them; null once it has ended.';

alter table sandbox.subscriptions add sold_amount integer;

comment on column sandbox.subscriptions.sold_amount is 'Minor units per period, as it was sold; null for what was sold before this was kept.';
