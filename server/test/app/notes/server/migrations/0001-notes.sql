create table app.notes (
  id bigint generated always as identity primary key,
  subscription_id text not null references public.subscriptions (id) on delete cascade,
  author_id text,
  text text not null
);
comment on table app.notes is 'Notes of a project.';

create table app.heard (
  id bigint generated always as identity primary key,
  hook text not null,
  about jsonb not null
);
comment on table app.heard is 'Hooks that were called.';
