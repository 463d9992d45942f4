create table operators (
  account_id text primary key references accounts on delete cascade,
  role text not null,
  added_at timestamptz not null,
  constraint operators_role_check check (role in ('support', 'billing', 'admin'))
);

comment on table operators is 'Accounts that run the product, beside those that OPERATOR_EMAILS names. Only the command line writes here; a restore leaves all out.';

create table operator_acts (
  id bigint generated always as identity primary key,
  key text,
  act text not null,
  operator_id text,
  account_id text,
  subscription_id text,
  reason text not null,
  happened_at timestamptz not null,
  constraint operator_acts_key_unique unique (key)
);
create index operator_acts_account_id on operator_acts (account_id, id) where account_id is not null;
create index operator_acts_subscription_id on operator_acts (subscription_id, id) where subscription_id is not null;

comment on table operator_acts is 'Each look at a person or project, each act and each note of an operator. Kept as long as the audit.';
comment on column operator_acts.key is 'Names one press: with the same key an act is done once. Null for a look.';
comment on column operator_acts.operator_id is 'uid; null on the command line. Without a foreign key: what was done outlives who did it.';
comment on column operator_acts.account_id is 'uid of the person that it is about.';
comment on column operator_acts.reason is 'As the operator wrote it; the text of a note.';
