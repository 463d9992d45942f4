-- Making `integer` columns wider would rewrite the tables, 4.5 s for a million invoices (decision 081).
alter table invoices
  add total_wide bigint,
  add due_wide bigint,
  add subtotal_wide bigint,
  add discount_wide bigint,
  add tax_wide bigint,
  add refunded_wide bigint,
  add credited_wide bigint,
  add disputed_wide bigint;

comment on column invoices.total_wide is 'The amount where it does not fit into `total`, which then has the nearest that does; else null. Also of the columns below.';
comment on column invoices.due_wide is 'As total_wide.';
comment on column invoices.subtotal_wide is 'As total_wide.';
comment on column invoices.discount_wide is 'As total_wide.';
comment on column invoices.tax_wide is 'As total_wide.';
comment on column invoices.refunded_wide is 'As total_wide.';
comment on column invoices.credited_wide is 'As total_wide.';
comment on column invoices.disputed_wide is 'As total_wide.';

alter table billing_accounts
  add next_amount_wide bigint,
  add price_amount_wide bigint,
  add owed_amount_wide bigint;

comment on column billing_accounts.next_amount_wide is 'The amount where it does not fit into `next_amount`, which then has the nearest that does; else null.';
comment on column billing_accounts.price_amount_wide is 'As next_amount_wide.';
comment on column billing_accounts.owed_amount_wide is 'As next_amount_wide.';

create or replace function write_invoice_event() returns trigger language plpgsql as $$
begin
  perform write_event('invoice.paid', new.id, jsonb_build_object('id', new.id,
    'subscription_id', new.subscription_id, 'number', new.number,
    'total', coalesce(new.total_wide, new.total),
    'currency', new.currency, 'create_time', wire_instant(new.created_at),
    'paid_until', wire_instant(new.paid_until), 'version', nextval('versions')));
  return null;
end
$$;

create or replace function write_failed_payment() returns trigger language plpgsql as $$
begin
  perform write_event('invoice.payment_failed', new.subscription_id, jsonb_build_object(
    'subscription_id', new.subscription_id, 'owed', coalesce(new.owed_amount_wide, new.owed_amount),
    'currency', new.owed_currency, 'failed_at', wire_instant(new.failed_at),
    'retry_at', wire_instant(new.retry_at), 'version', nextval('versions')));
  return null;
end
$$;

-- Rows are few: the sandbox is for trying out. `double precision` has whole numbers up to 2^53, as JavaScript does.
alter table sandbox.customers alter column credit type double precision;
-- Rows are few, as above.
alter table sandbox.subscriptions alter column sold_amount type double precision;
-- Rows are few, as above.
alter table sandbox.invoices
  alter column total type double precision,
  alter column credit_used type double precision,
  alter column amount_due type double precision,
  alter column refunded type double precision,
  alter column credited type double precision,
  alter column discount type double precision,
  alter column disputed type double precision;
-- Rows are few, as above.
alter table sandbox.refunds alter column amount type double precision;
