alter table action_codes add column user_agent text;

comment on column action_codes.user_agent is 'Browser or program that asked for the link, as it named itself. The page behind the link shows it. Null for codes of earlier versions, of operators, and of unknown addresses.';

alter table action_codes drop constraint action_codes_type_check;
alter table action_codes add constraint action_codes_type_check
  check (type in ('VERIFY_EMAIL', 'PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL', 'REVERT_VERIFICATION'));

comment on column action_codes.email is 'The account''s address when the code was made; for RECOVER_EMAIL the one that comes back; for REVERT_VERIFICATION the one that was verified.';
comment on column action_codes.created_at is 'When the code was made; for REVERT_VERIFICATION that is when the address was verified.';
