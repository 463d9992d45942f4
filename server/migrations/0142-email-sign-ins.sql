create table email_sign_ins (
  link_hash bytea primary key,
  email text not null,
  binding_hash bytea,
  code_hash bytea,
  tries smallint not null default 0,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint email_sign_ins_code_bound check (code_hash is null or binding_hash is not null)
);
create index email_sign_ins_email on email_sign_ins (email, created_at);
create index email_sign_ins_created_at on email_sign_ins (created_at);

comment on table email_sign_ins is 'Mailed links and codes that sign in whoever reads the mailbox, whether the address has an account or not. Used ones stay for two days, because codes and wrong tries of a day are counted.';
comment on column email_sign_ins.link_hash is 'SHA-256 of the code in the link.';
comment on column email_sign_ins.binding_hash is 'SHA-256 of the secret of the browser that asked on our own page; null for SDKs.';
comment on column email_sign_ins.code_hash is 'SHA-256 of that secret and the six digits, which alone could be guessed; null if the mail has none.';
comment on column email_sign_ins.tries is 'Wrong codes so far.';

alter table accounts add column email_link boolean not null default false;
comment on column accounts.email_link is 'Has signed in by a mailed link or code, so SDKs list it among the ways to sign in.';
