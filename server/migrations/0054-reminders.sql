create table reminders (
  subscription_id text not null references subscriptions (id) on delete cascade,
  kind text not null check (kind in ('renewal-ahead', 'card-expiring')),
  charge_at timestamptz not null,
  primary key (subscription_id, kind, charge_at)
);

create index reminders_charge_at on reminders (charge_at);

comment on table reminders is 'Mails that were sent ahead of a charge, so that each is sent once. Forgotten two months after the charge.';
comment on column reminders.charge_at is 'The charge that the mail is about.';
