create table operators (
  account_id text primary key references accounts on delete cascade,
  role text not null,
  added_at timestamptz not null,
  constraint operators_role_check check (role in ('support', 'billing', 'admin'))
);

comment on table operators is 'Accounts that run the product, beside those that OPERATOR_EMAILS names. Only the command line writes here; a restore leaves all out.';
