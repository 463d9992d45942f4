create table hosted_sign_ins (
  model text not null,
  id_hash bytea not null,
  grant_id text,
  account_id text references accounts (id) on delete cascade,
  session_id text references sessions (id) on delete cascade,
  browser_hash bytea,
  payload jsonb not null,
  consumed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (model, id_hash)
);

create index hosted_sign_ins_grant on hosted_sign_ins (grant_id);
create index hosted_sign_ins_account on hosted_sign_ins (account_id);
create index hosted_sign_ins_session on hosted_sign_ins (session_id);
create index hosted_sign_ins_expires_at on hosted_sign_ins (expires_at);

comment on table hosted_sign_ins is 'Sign-ins for front ends on other origins, as the package oidc-provider keeps them: interactions, grants, codes and refresh tokens. Gone with the session that they belong to.';
comment on column hosted_sign_ins.model is '`Interaction`, `Grant`, `AuthorizationCode` or `RefreshToken`.';
comment on column hosted_sign_ins.id_hash is 'SHA-256 of the id, which is the secret of a code or a refresh token.';
comment on column hosted_sign_ins.grant_id is 'Grant that a row belongs to, its own id in a grant: all of them are revoked together.';
comment on column hosted_sign_ins.account_id is 'Null in an interaction.';
comment on column hosted_sign_ins.session_id is 'Session of Hearth that the sign-in belongs to; null in an interaction.';
comment on column hosted_sign_ins.browser_hash is 'Of an interaction: SHA-256 of the cookie of the browser that began it, which alone may finish it.';
comment on column hosted_sign_ins.payload is 'The package''s own fields, without the id.';
comment on column hosted_sign_ins.consumed_at is 'Use of a code or a refresh token; a second use revokes the grant.';
comment on column hosted_sign_ins.expires_at is 'From when on it opens nothing and is removed.';
