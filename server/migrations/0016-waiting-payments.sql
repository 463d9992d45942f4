alter table billing_accounts add column awaits_person boolean not null default false;

comment on column billing_accounts.awaits_person is 'A payment is under way that the bank wants the person to confirm.';
