create table card_declines (
  id bigint generated always as identity primary key,
  account_id text not null,
  declined_at timestamptz not null
);

create index card_declines_account on card_declines (account_id, declined_at);
create index card_declines_declined_at on card_declines (declined_at);

comment on table card_declines is 'Payments that were declined lately. Two of them ask an unverified account to verify. Removed after a day.';
comment on column card_declines.account_id is 'uid of who asked for the payment; a bare id, since the row may outlive the account by a day.';
comment on column card_declines.declined_at is 'When the provider said no.';

alter table mails
  add column about text,
  add column waits_until timestamptz,
  add column tried_at timestamptz,
  add constraint mails_waits_unsent check (waits_until is null or sent_at is null);

-- At most one unsent mail of a kind about a subject to a person: a newer one takes its place.
create unique index mails_latest on mails (recipient, kind, about) where sent_at is null and about is not null;
create index mails_about on mails (recipient, kind, about) where about is not null;
create index mails_waits_until on mails (waits_until) where waits_until is not null;

comment on column mails.about is 'Id of the subject, for kinds of which only the latest state matters; null for all others.';
comment on column mails.waits_until is 'Not before; its job is asked for then. Null for a mail whose job has been asked for.';
comment on column mails.tried_at is 'When a job last began to send it, or the mail whose place it took; that one may be out.';

-- Invites of a person who loses the right to invite end with it.
create index invites_pending_invited_by on invites (invited_by, subscription_id) where status = 'pending';
