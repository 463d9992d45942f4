-- Rows are few, for nobody takes real money with the sandbox.
alter table sandbox.customers add tax_id jsonb;

comment on column sandbox.customers.tax_id is 'Kind, value and look-up of the customer''s tax id; null without one.';

alter table sandbox.subscriptions
  add taxes text not null default 'off' check (taxes in ('off', 'automatic', 'stopped'));

comment on column sandbox.subscriptions.taxes is 'Whether its invoices are taxed; `stopped` once one could not be, because the place was not known.';
comment on column sandbox.invoices.total is 'Sum of the lines less the discount, with the lines'' taxes, in minor units; negative where it became credit.';
