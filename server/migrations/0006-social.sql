create table identity_links (
  account_id text not null references accounts (id) on delete cascade,
  provider text not null,
  subject text not null,
  email text,
  display_name text not null default '',
  photo_url text not null default '',
  linked_at timestamptz not null,
  constraint identity_links_identity_key primary key (provider, subject),
  constraint identity_links_account_key unique (account_id, provider)
);

comment on table identity_links is 'Sign-ins at other providers that open an account. An identity is provider plus subject, never an address.';
comment on column identity_links.provider is 'Firebase''s id of the provider: `google.com`.';
comment on column identity_links.subject is 'The person''s id at the provider; never reused there, unlike addresses.';
comment on column identity_links.email is 'Address as the provider gave it last; null when it gave none.';
comment on column identity_links.display_name is 'Name as the provider gave it last, or empty.';
comment on column identity_links.photo_url is 'Picture as the provider gave it last, or empty.';

create table social_flows (
  state_hash bytea primary key,
  binding_hash bytea not null,
  provider text not null,
  expires_at timestamptz not null
);

create index social_flows_expires_at on social_flows (expires_at);

comment on table social_flows is 'Sign-ins under way at a provider; each answer removes its row. Nonce and PKCE verifier are derived from the two secrets whose hashes stand here.';
comment on column social_flows.state_hash is 'SHA-256 of `state`, which travels through the provider.';
comment on column social_flows.binding_hash is 'SHA-256 of the secret that only the browser that began the sign-in holds.';

create table pending_identities (
  token_hash bytea primary key,
  binding_hash bytea,
  provider text not null,
  subject text not null,
  email text,
  email_verified boolean not null,
  email_authoritative boolean not null,
  display_name text not null,
  photo_url text not null,
  email_code_hash bytea,
  expires_at timestamptz not null
);

create index pending_identities_expires_at on pending_identities (expires_at);

comment on table pending_identities is 'Identities that a provider has confirmed and that wait: for the account''s own sign-in, or for an address.';
comment on column pending_identities.token_hash is 'SHA-256 of the pending token that the client holds.';
comment on column pending_identities.binding_hash is 'SHA-256 of the secret of the browser that signed in; null for SDK clients, whose pending token is all they have.';
comment on column pending_identities.email is 'Address of the provider, or the one that the person named instead; null until then.';
comment on column pending_identities.email_verified is 'Whether the provider says so and is believed.';
comment on column pending_identities.email_authoritative is 'Whether the provider runs the mailbox, so that its word proves it.';
comment on column pending_identities.email_code_hash is 'SHA-256 of the code mailed to the address that the person named.';

create table avatars (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  source_url text not null,
  content_type text,
  content bytea,
  tried_at timestamptz,
  constraint avatars_account_key unique (account_id)
);

comment on table avatars is 'Pictures of social providers, served through our own origin.';
comment on column avatars.id is 'Unguessable last part of the picture''s address; another picture gets another one.';
comment on column avatars.source_url is 'Where the provider keeps the picture.';
comment on column avatars.content is 'The picture; null until somebody first looks at it.';
comment on column avatars.tried_at is 'When it was last asked for at the provider.';
