create table second_factors (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  display_name text not null default '' check (length(display_name) <= 200),
  sealed_secret bytea not null,
  spent_steps bigint[] not null default '{}',
  enrolled_at timestamptz not null,
  last_used_at timestamptz,
  removed_at timestamptz
);
create index second_factors_account_id on second_factors (account_id);
create index second_factors_removed_at on second_factors (removed_at) where removed_at is not null;

comment on table second_factors is 'Authenticator apps that an account asks for after its first factor. Removed ones stay for a week, so that the owner of the mailbox can bring them back.';
comment on column second_factors.id is 'Named in ID tokens as second_factor_identifier.';
comment on column second_factors.display_name is 'How the person calls the device, or empty.';
comment on column second_factors.sealed_secret is 'Secret of the codes in base32, sealed with SECRET_KEY.';
comment on column second_factors.spent_steps is 'Steps of 30 seconds whose codes were used lately; none is taken twice.';
comment on column second_factors.removed_at is 'Null while it is asked for.';

create table recovery_codes (
  code_hash bytea primary key,
  account_id text not null references accounts on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz,
  removed_at timestamptz
);
create index recovery_codes_account_id on recovery_codes (account_id);

comment on table recovery_codes is 'Codes that stand in for a lost authenticator app, each once.';
comment on column recovery_codes.code_hash is 'SHA-256 of the code, which has 80 bits and is shown once.';
comment on column recovery_codes.removed_at is 'When newer codes took its place, or the last second factor went.';

create table pending_sign_ins (
  token_hash bytea primary key,
  account_id text not null references accounts on delete cascade,
  provider text not null,
  tries smallint not null default 0,
  created_at timestamptz not null
);
create index pending_sign_ins_account_id on pending_sign_ins (account_id);
create index pending_sign_ins_created_at on pending_sign_ins (created_at);

comment on table pending_sign_ins is 'Sign-ins whose first factor was right and whose second one is awaited, for 5 minutes.';
comment on column pending_sign_ins.token_hash is 'SHA-256 of the pending credential.';
comment on column pending_sign_ins.provider is 'The first factor: password or a provider such as google.com.';
comment on column pending_sign_ins.tries is 'Wrong codes so far.';

alter table accounts add column factor_count smallint not null default 0;
comment on column accounts.factor_count is 'Second factors that a sign-in must show one of. Kept by a trigger.';

create function count_factors() returns trigger language plpgsql as $$
begin
  update accounts
    set factor_count = (select count(*) from second_factors
      where account_id = accounts.id and removed_at is null)
    where id = coalesce(new.account_id, old.account_id);
  return null;
end $$;

create trigger second_factors_count after insert or update of removed_at on second_factors
  for each row execute function count_factors();

-- Not for removed ones, which a job deletes without the account's lock: its count could be an old one.
create trigger second_factors_count_deleted after delete on second_factors
  for each row when (old.removed_at is null) execute function count_factors();

alter table sessions add column second_factor text;
comment on column sessions.second_factor is 'Second factor that was shown; null if the account had none.';

alter table action_codes drop constraint action_codes_type_check;
alter table action_codes add constraint action_codes_type_check check (type in ('VERIFY_EMAIL',
  'PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL', 'REVERT_VERIFICATION',
  'REVERT_LINK', 'REVERT_UNLINK', 'REVERT_FACTORS')) not valid;

alter table subscriptions add column requires_second_factor boolean not null default false;
comment on column subscriptions.requires_second_factor is 'Its owner opens it to members with a second factor only.';

create table removed_identity_links (
  account_id text not null references accounts on delete cascade,
  provider text not null,
  subject text not null,
  email text,
  display_name text not null,
  photo_url text not null,
  linked_at timestamptz not null,
  removed_at timestamptz not null
);
create index removed_identity_links_account_id on removed_identity_links (account_id);
create index removed_identity_links_removed_at on removed_identity_links (removed_at);

comment on table removed_identity_links is 'Sign-ins at other providers that an account has lost, for a week: the owner of the mailbox can bring them back.';

alter table action_codes add column keeps_links boolean not null default false;
comment on column action_codes.keeps_links is 'For PASSWORD_RESET: the press on another link has chosen which providers stay, so the reset removes none.';

alter table sessions add column begun_at timestamptz;
comment on column sessions.begun_at is 'Sign-in or sign-up that the session goes back to, through renewals; null for sessions of before.';

alter table action_codes add column undoes_since timestamptz;
comment on column action_codes.undoes_since is 'For VERIFY_AND_CHANGE_EMAIL and RECOVER_EMAIL: sign-in of the session that asked for the change, if it was no sign-up. Undoing the change undoes what was done since.';
