create table app.pictures (
  id text primary key,
  subscription_id text not null references public.subscriptions (id) on delete cascade,
  author_id text,
  type text not null,
  bytes bytea not null,
  created_at timestamptz not null
);
comment on table app.pictures is 'Pictures of a project.';
comment on column app.pictures.author_id is 'uid; null once the account is deleted.';
create index pictures_of_subscription on app.pictures (subscription_id, created_at desc);
create index pictures_of_author on app.pictures (author_id, created_at desc);
