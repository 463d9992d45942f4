alter table invoices
  add subtotal integer,
  add discount integer,
  add tax integer;

comment on column invoices.subtotal is 'Sum before discount and added tax, in minor units; null without discount and tax, and for rows of an earlier version until they are read.';
comment on column invoices.discount is 'Minor units that discounts took off; null where none did.';
comment on column invoices.tax is 'Tax in minor units, added to the price or part of it; null where none was computed.';
