create table sandbox.refunds (
  id text primary key,
  invoice_id text not null references sandbox.invoices on delete cascade,
  intent_id text not null,
  amount integer not null check (amount > 0),
  created_at timestamptz not null
);
create index refunds_invoice on sandbox.refunds (invoice_id);

comment on table sandbox.refunds is 'Refunds that an operator''s command made; those of the sandbox''s dashboard are only a sum on the invoice.';
comment on column sandbox.refunds.intent_id is 'Intent that asked for it; a repeated request finds it by this.';
comment on column sandbox.refunds.amount is 'Minor units.';
