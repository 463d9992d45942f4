create table invites (
  id text primary key,
  subscription_id text not null references subscriptions (id) on delete cascade,
  email text not null,
  permissions text[] not null check (cardinality(permissions) > 0),
  token_hash bytea not null,
  status text not null check (status in ('pending', 'accepted', 'rejected', 'revoked', 'expired')),
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint invites_email_lower check (email = lower(email)),
  constraint invites_ended check ((ended_at is null) = (status = 'pending'))
);

create unique index invites_pending on invites (subscription_id, email) where status = 'pending';
create index invites_pending_email on invites (email) where status = 'pending';
create index invites_pending_expires_at on invites (expires_at) where status = 'pending';
create index invites_email on invites (email);
create index invites_ended_at on invites (ended_at);

comment on table invites is 'Who is asked into which subscription. Removed 90 days after their end, and with the invited account.';
comment on column invites.id is 'In the copied link; it names the invite and proves nothing.';
comment on column invites.email is 'Lower-cased address; at most one pending per subscription.';
comment on column invites.permissions is 'Permission keys that the person will hold; always with the default one.';
comment on column invites.token_hash is 'SHA-256 of the secret in the mailed link, which proves the mailbox; the secret itself is never stored.';
comment on column invites.status is 'A pending one counts as expired from expires_at on, whether or not it has been flipped yet.';
comment on column invites.invited_by is 'uid of who invited; a bare id, since the invite outlives their account.';
comment on column invites.ended_at is 'When it was accepted, rejected, revoked or flipped to expired.';
