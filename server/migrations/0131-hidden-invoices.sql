alter table invoices add hidden boolean not null default false;

comment on column invoices.hidden is 'Whether no person is shown it: a draft that the provider does not collect by itself, or a void invoice of a purchase or plan change that did not happen.';
