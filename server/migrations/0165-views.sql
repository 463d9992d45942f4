create table operator_views (
  token_hash bytea primary key,
  account_id text not null references accounts on delete cascade,
  session_id text not null references sessions on delete cascade,
  has_second_factor boolean not null,
  expires_at timestamptz not null
);
create index operator_views_account_id on operator_views (account_id);
create index operator_views_session_id on operator_views (session_id);
create index operator_views_expires_at on operator_views (expires_at);

comment on table operator_views is 'Operators who see the product as a person does, without changing anything. Ended ones are removed; operator_acts keeps that there was one, and why.';
comment on column operator_views.token_hash is 'SHA-256 of the token, which only the operator''s tab has.';
comment on column operator_views.account_id is 'The person who is seen.';
comment on column operator_views.session_id is 'Session of the operator; the view ends with it.';
comment on column operator_views.has_second_factor is 'Whether the person has a second factor, which then counts as shown.';
comment on column operator_views.expires_at is 'Fifteen minutes after the beginning.';
