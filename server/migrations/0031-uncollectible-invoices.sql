-- The delivered part of a renewal that was owed at the cancellation stays as a debt.
alter table sandbox.invoices
  drop constraint invoices_status_check,
  add constraint invoices_status_check check (status in ('draft', 'open', 'paid', 'uncollectible', 'void'));

comment on column sandbox.invoices.amount_due is 'What cards are charged: total less credit_used, never below 0. After a cancellation less what was not delivered.';
