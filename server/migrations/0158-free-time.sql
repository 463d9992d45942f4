-- Time that an operator gives: renewals in it cost nothing.
alter table billing_accounts add column free_until timestamptz;
comment on column billing_accounts.free_until is
  'Until when renewals cost nothing because an operator gave that time; null if none was given.';

alter table ledger drop constraint ledger_kind_check;
alter table ledger add constraint ledger_kind_check check (kind in
  ('charge', 'given', 'tax', 'balance', 'credited', 'paid', 'paid-outside', 'refunded', 'disputed')) not valid;
alter table ledger validate constraint ledger_kind_check;
comment on column ledger.kind is
  'What was sold (charge, a line of the invoice without tax and discount), what an operator took off of it (given), its tax, what the customer''s balance took off or added, and what credit notes took off before the payment make what was due; paid and paid-outside make what was paid, and refunded and disputed what went back of it.';
