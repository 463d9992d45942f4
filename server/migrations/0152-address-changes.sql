create table address_changes (
  account_id text primary key references accounts on delete cascade,
  email text not null,
  begun_at timestamptz not null,
  takes_effect_at timestamptz not null,
  gives_up_at timestamptz not null,
  confirmed_at timestamptz,
  constraint address_changes_email_lower check (email = lower(email))
);
create index address_changes_takes_effect_at on address_changes (takes_effect_at);

comment on table address_changes is 'Changes of address that operators have begun, while they wait: the new mailbox has to confirm, and the old one may stop them. Ended ones are removed.';
comment on column address_changes.email is 'New address, in lower case.';
comment on column address_changes.takes_effect_at is 'It does not take effect before.';
comment on column address_changes.gives_up_at is 'It is given up then, unless it can take effect.';
comment on column address_changes.confirmed_at is 'When the new mailbox confirmed it; null until then.';

comment on column operator_acts.details is 'What was asked beside the act; the address in it goes with the account.';
comment on column operator_acts.outcome is 'How a change of money ended, as far as it was read since, which the intent has before; or how a planned act ended.';

-- Types are added to those that the constraint has by now.
do $$
declare
  known text := (select pg_get_expr(conbin, conrelid) from pg_constraint
    where conname = 'action_codes_type_check' and conrelid = 'action_codes'::regclass);
begin
  alter table action_codes drop constraint action_codes_type_check;
  execute format('alter table action_codes add constraint action_codes_type_check
    check (%s or type in (''CONFIRM_EMAIL_CHANGE'', ''STOP_EMAIL_CHANGE'')) not valid', known);
end $$;
comment on column action_codes.email is 'The account''s address when the code was made; for RECOVER_EMAIL the one that comes back; for REVERT_VERIFICATION the one that was verified; for CONFIRM_EMAIL_CHANGE the new one.';
comment on column action_codes.new_email is 'Address to change to; for RECOVER_EMAIL the one that it was changed to; for CONTEST_RECOVERY the one that came back.';
