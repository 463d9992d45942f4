alter table billing_accounts
  add provider_account text,
  add provider_mode text check (provider_mode in ('live', 'test'));

comment on column billing_accounts.provider_account is 'Account at the provider that has the customer; null until it was read, and where the key may not read it.';
comment on column billing_accounts.provider_mode is 'Mode of the keys that have last read the customer; null until it was read.';
