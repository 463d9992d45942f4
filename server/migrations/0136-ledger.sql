create table ledger (
  id bigint generated always as identity primary key,
  invoice_id text not null references invoices on delete cascade,
  subscription_id text not null references subscriptions on delete cascade,
  kind text not null check (kind in
    ('charge', 'tax', 'balance', 'credited', 'paid', 'paid-outside', 'refunded', 'disputed')),
  amount bigint not null,
  currency text not null,
  at timestamptz not null,
  invoiced_at timestamptz not null,
  price_id text,
  quantity integer,
  starts_at timestamptz,
  ends_at timestamptz
);
create index ledger_invoice on ledger (invoice_id);
create index ledger_subscription on ledger (subscription_id, invoiced_at);

comment on table ledger is 'What each finalized invoice that is not void says about money; written again with its invoice.';
comment on column ledger.kind is 'What was sold (charge, a line of the invoice without tax and discount), its tax, what the customer''s balance took off or added, and what credit notes took off before the payment make what was due; paid and paid-outside make what was paid, and refunded and disputed what went back of it.';
comment on column ledger.amount is 'Minor units; below zero where it lowers what is due, or where cash went back.';
comment on column ledger.at is 'When it was invoiced, or paid.';
comment on column ledger.invoiced_at is 'When the invoice was made.';
comment on column ledger.price_id is 'Price of a charge at the provider; null where the line names none.';
comment on column ledger.quantity is 'Of the price; null where the line names none.';
comment on column ledger.starts_at is 'Start of the time that a charge is for; null where it is for none.';
comment on column ledger.ends_at is 'End of the time that a charge is for; null where it is for none.';

-- Lines of invoices from before are not known here: what was sold is one charge.
with amounts as (
  select id, subscription_id, currency, created_at, status, paid_outside,
    coalesce(total_wide, total) as total, coalesce(tax_wide, tax, 0) as tax,
    coalesce(due_wide, due, greatest(coalesce(total_wide, total), 0)) as due,
    coalesce(refunded_wide, refunded, 0) as refunded,
    case when dispute = 'lost' then coalesce(disputed_wide, disputed) else 0 end as disputed
  from invoices where status not in ('draft', 'void')
), kept as (
  select *, least(due, refunded) as back from amounts
)
insert into ledger (invoice_id, subscription_id, kind, amount, currency, at, invoiced_at)
select kept.id, kept.subscription_id, entry.kind, entry.amount, kept.currency, kept.created_at, kept.created_at
from kept cross join lateral (values
  ('charge', kept.total - kept.tax),
  ('tax', kept.tax),
  ('balance', kept.due - kept.total),
  (case when kept.paid_outside then 'paid-outside' else 'paid' end, case when kept.status = 'paid' then kept.due else 0 end),
  ('refunded', case when kept.status = 'paid' then 0 - kept.back else 0 end),
  ('disputed', case when kept.status = 'paid' then 0 - least(kept.due - kept.back, kept.disputed) else 0 end)
) as entry (kind, amount)
where entry.amount <> 0;
