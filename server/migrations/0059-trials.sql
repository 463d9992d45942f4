create table trials (
  kind text not null check (kind in ('account', 'email', 'card')),
  holder bytea not null,
  subscription_id text not null,
  begun_at timestamptz not null,
  primary key (kind, holder)
);

create index trials_subscription_id on trials (subscription_id);

comment on table trials is 'Who had a trial: the account, its verified address and the card of one purchase, so that nobody has a second one. Kept after the project and the account are gone.';
comment on column trials.kind is 'By which it is recognized.';
comment on column trials.holder is 'SHA-256 of the uid, the address in lower case or the provider''s fingerprint of the card.';
comment on column trials.subscription_id is 'Project that the trial was for; it may be gone.';
comment on column trials.begun_at is 'When the purchase began.';

alter table billing_accounts add trial_ends_at timestamptz;

comment on column billing_accounts.trial_ends_at is 'When the running trial ends and the first payment is due; null outside a trial.';

alter table sandbox.subscriptions add trial_end timestamptz;

comment on column sandbox.subscriptions.trial_end is 'When its trial ends; null outside a trial.';

-- Rows are few: they are forgotten two months after their charge.
alter table reminders
  drop constraint reminders_kind_check,
  add constraint reminders_kind_check check (kind in ('renewal-ahead', 'card-expiring', 'trial-ending'));
