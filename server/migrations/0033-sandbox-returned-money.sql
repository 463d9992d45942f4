alter table sandbox.invoices
  add column refunded integer not null default 0,
  add column credited integer not null default 0,
  add column disputed integer not null default 0,
  add column dispute text check (dispute in ('open', 'won', 'lost')),
  add column paid_card jsonb;

comment on column sandbox.invoices.refunded is 'Minor units that went back to the payer.';
comment on column sandbox.invoices.credited is 'Minor units that credit notes take off.';
comment on column sandbox.invoices.disputed is 'Minor units that the payer''s bank asks back, or did.';
comment on column sandbox.invoices.dispute is 'How the dispute stands; null where there was none.';
comment on column sandbox.invoices.paid_card is 'Brand and last digits of the card that paid; null where none did.';
