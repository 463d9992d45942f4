-- Undoing a linked or an unlinked provider, by a mailed code.
alter table action_codes
  add column link_provider text,
  add column link_subject text,
  add column link_email text,
  add column link_display_name text,
  add column link_photo_url text;

alter table action_codes drop constraint if exists action_codes_type_check;
alter table action_codes add constraint action_codes_type_check check (type in (
  'VERIFY_EMAIL', 'PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL',
  'REVERT_VERIFICATION', 'REVERT_LINK', 'REVERT_UNLINK'));
alter table action_codes add constraint action_codes_link_check check (
  (type in ('REVERT_LINK', 'REVERT_UNLINK'))
    = (link_provider is not null and link_subject is not null));

comment on column action_codes.link_provider is 'For REVERT_LINK the provider that was linked, for REVERT_UNLINK the one that was unlinked: `google.com`.';
comment on column action_codes.link_subject is 'The person''s id at that provider.';
comment on column action_codes.link_email is 'Address as the provider gave it last; null when it gave none. Brought back with the link.';
comment on column action_codes.link_display_name is 'Name as the provider gave it last, or empty. Brought back with the link.';
comment on column action_codes.link_photo_url is 'Picture as the provider gave it last, or empty. Brought back with the link.';

alter table social_flows
  add column account_id text references accounts (id) on delete cascade;

comment on column social_flows.account_id is 'Account that the provider is to be linked to, which alone may finish; null for a sign-in.';
