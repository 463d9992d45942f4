-- An operator lets an address create an account, whatever policy.signUp says; invites of projects are in `invites`.
create table account_invitations (
  email text primary key,
  id text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint account_invitations_email_lower check (email = lower(email))
);

comment on table account_invitations is 'Addresses that an operator has invited to create an account. Each is removed when it expires, or with the account that has proven the address.';
comment on column account_invitations.email is 'Lower-cased address.';
comment on column account_invitations.id is 'Names the invitation in the audit, which holds no addresses.';
comment on column account_invitations.created_at is 'When it was mailed first.';
comment on column account_invitations.expires_at is 'Moves on when it is mailed again.';

create index account_invitations_expires_at on account_invitations (expires_at);
