alter table intents drop constraint intents_kind_check;
alter table intents add constraint intents_kind_check check (kind in (
  'create', 'change-plan', 'cancel', 'abandon', 'forget-payer',
  'update-details', 'set-default', 'remove-card'));

comment on column intents.input is 'What was asked; without addresses and e-mail once it has ended.';
