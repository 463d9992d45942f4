create table app.tasks (
  id text primary key,
  subscription_id text not null references public.subscriptions (id) on delete cascade,
  author_id text,
  title text not null,
  done boolean not null default false,
  created_at timestamptz not null
);
comment on table app.tasks is 'Tasks of a project.';
comment on column app.tasks.author_id is 'uid; null once the account is deleted.';
create index tasks_of_subscription on app.tasks (subscription_id, created_at desc);
