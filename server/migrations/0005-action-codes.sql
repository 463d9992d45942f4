create table action_codes (
  code_hash bytea primary key,
  account_id text references accounts (id) on delete cascade,
  type text not null check (type in ('VERIFY_EMAIL', 'PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL')),
  email text not null,
  new_email text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index action_codes_account_id on action_codes (account_id);
create index action_codes_expires_at on action_codes (expires_at);
create index action_codes_held_addresses on action_codes (email) where type = 'RECOVER_EMAIL';

comment on table action_codes is 'Codes of mailed links; one that is spent is removed. A living RECOVER_EMAIL code also keeps its address from everybody else.';
comment on column action_codes.code_hash is 'SHA-256 of the code; the code itself is only in the mail.';
comment on column action_codes.account_id is 'Null where a reset was asked for an unknown address: the same work, and no use.';
comment on column action_codes.email is 'The account''s address when the code was made; for RECOVER_EMAIL the one that comes back.';
comment on column action_codes.new_email is 'Address to change to; for RECOVER_EMAIL the one that it was changed to.';
