create table ownership_claims (
  subscription_id text not null references subscriptions on delete cascade,
  email text not null,
  account_id text not null,
  reason text not null,
  claimed_at timestamptz not null,
  primary key (subscription_id, email),
  constraint ownership_claims_reason_check check (reason in ('given-away', 'contested')),
  constraint ownership_claims_email_lower check (email = lower(email))
);
create index ownership_claims_account_id on ownership_claims (account_id);

comment on table ownership_claims is 'Projects that somebody claims after a takeover. Until an operator has decided, they are not canceled, transferred, refunded or moved to a free plan. Settled ones are removed.';
comment on column ownership_claims.email is 'Mailbox that claims it, in lower case.';
comment on column ownership_claims.account_id is 'uid that was taken over, or whose recovery is contested. Without a foreign key: a claim outlives the account.';
comment on column ownership_claims.reason is '`given-away`: the account transferred it while somebody else may have used the account; `contested`: the mailbox that lost the account to a recovery says that the account is theirs.';

-- A type is added to those that the constraint has by now.
do $$
declare
  known text := (select pg_get_expr(conbin, conrelid) from pg_constraint
    where conname = 'action_codes_type_check' and conrelid = 'action_codes'::regclass);
begin
  alter table action_codes drop constraint action_codes_type_check;
  execute format('alter table action_codes add constraint action_codes_type_check
    check (%s or type = ''CONTEST_RECOVERY'') not valid', known);
end $$;
comment on column action_codes.new_email is 'Address to change to; for RECOVER_EMAIL the one that it was changed to; for CONTEST_RECOVERY the one that came back.';
