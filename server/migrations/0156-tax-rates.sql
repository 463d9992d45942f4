create table tax_rates (
  id text primary key,
  percent numeric not null,
  country text,
  state text
);

comment on table tax_rates is 'Tax rates of the payment provider that invoices name. The provider never changes what a rate is.';
comment on column tax_rates.id is 'Id at the provider.';
comment on column tax_rates.country is 'ISO 3166-1 alpha-2, upper case; null for a rate that an operator made without one.';
comment on column tax_rates.state is 'State or province, as the provider writes it; null where the rate is that of a country.';

alter table ledger
  add column taxable bigint,
  add column tax_rate_id text,
  add column reverse_charge boolean;

comment on column ledger.taxable is 'Of a tax: minor units that it is computed of; null in rows of before, and for all others.';
comment on column ledger.tax_rate_id is 'Of a tax: its rate at the provider, a row of tax_rates once that was read; null where the provider names none.';
comment on column ledger.reverse_charge is 'Of a tax: whether the buyer accounts for it, so that it is 0; null in rows of before, and for all others.';
