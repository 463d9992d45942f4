alter table invoices
  add column refunded integer,
  add column credited integer,
  add column disputed integer not null default 0,
  add column dispute text check (dispute in ('open', 'won', 'lost')),
  add column paid_outside boolean not null default false;

comment on column invoices.refunded is 'Minor units that went back to the payer; null in a row of an earlier version until it is read.';
comment on column invoices.credited is 'Minor units that credit notes take off; null in a row of an earlier version until it is read.';
comment on column invoices.disputed is 'Minor units that the payer''s bank asks back, or did.';
comment on column invoices.dispute is 'How the newest dispute stands; null where there was none.';
comment on column invoices.paid_outside is 'Somebody has marked it as paid; the provider took no money for it.';

-- Such a link is a secret and expires. It is read when somebody opens the invoice.
update invoices set hosted_url = null where hosted_url is not null;

comment on column invoices.hosted_url is 'Not used any more; written by version 0.1.';

alter table billing_accounts
  add column period_start timestamptz,
  add column returns_read_at timestamptz;

comment on column billing_accounts.period_start is 'Start of the period that is paid or owed; null where there is none.';
comment on column billing_accounts.returns_read_at is 'When refunds and disputes were read last; null where they never were.';

alter table provider_events add column charge_id text;

comment on column provider_events.charge_id is 'The charge of a refund or a dispute, which names no customer itself.';
