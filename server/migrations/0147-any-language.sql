-- The configuration says which languages there are; a tag that it switches off stays with those who chose it.
alter table accounts drop constraint accounts_language_check;
alter table mails drop constraint mails_language_check;

comment on column accounts.language is 'Tag of the language of mails and screens; null until chosen.';
