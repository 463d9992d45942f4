alter table memberships add column last_seen_at timestamptz;

comment on column memberships.last_seen_at is 'Last request in this subscription, written at most every 5 minutes; null before the first one.';

-- As far as open sessions know; they do not say in which subscription, and from now on requests do.
update memberships m set last_seen_at = seen.at
  from (select account_id, max(last_seen_at) as at from sessions group by account_id) seen
  where seen.account_id = m.account_id and seen.at >= m.created_at;

create table removals (
  subscription_id text not null references subscriptions (id) on delete cascade,
  account_id text not null,
  permissions text[] not null,
  joined_at timestamptz not null,
  last_seen_at timestamptz,
  ended_invites text[] not null,
  mail_id text,
  removed_by text not null,
  undo_until timestamptz not null,
  primary key (subscription_id, account_id)
);

create index removals_account_id on removals (account_id);
create index removals_undo_until on removals (undo_until);

comment on table removals is 'Memberships that were removed in the last minute, for undoing that. Removed afterwards, and with the account.';
comment on column removals.account_id is 'uid of who was removed; a bare id, since a foreign key would lock the account after the subscription.';
comment on column removals.permissions is 'As the membership had them, like joined_at and last_seen_at.';
comment on column removals.ended_invites is 'Ids of the open invites of this person that were revoked with the removal.';
comment on column removals.mail_id is 'Mail about the removal, which waits until undo_until and is not sent if it is undone.';
comment on column removals.removed_by is 'uid of who may undo it.';

alter table invites add column ended_by text, add column previous_token_hash bytea;

comment on column invites.ended_by is 'uid of who revoked or rejected it, and may undo that for a minute; null where it ended with something else.';
comment on column invites.previous_token_hash is 'Hash of the secret in the mail before the last one; both links work.';
