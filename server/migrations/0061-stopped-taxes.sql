alter table billing_accounts add tax_stopped boolean not null default false;

comment on column billing_accounts.tax_stopped is 'Whether the provider charges renewals without the tax that it should compute, because it does not know the place.';
