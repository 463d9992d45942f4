create table audit_events (
  id bigint generated always as identity primary key,
  action text not null,
  actor_id text,
  subject_id text not null,
  subscription_id text,
  happened_at timestamptz not null
);

create index audit_events_subscription on audit_events (subscription_id, id) where subscription_id is not null;

comment on table audit_events is 'Who did what to what, and when. Append-only; holds ids, never personal data.';
comment on column audit_events.action is 'Noun and past participle: `subscription.created`.';
comment on column audit_events.actor_id is 'uid of the person; null when the product itself acted.';
comment on column audit_events.subject_id is 'Id of the account, subscription, invite … that changed.';
comment on column audit_events.subscription_id is 'Subscription in whose activity the event is listed, if any.';

create table audit_origins (
  event_id bigint primary key references audit_events (id),
  address text not null,
  user_agent text not null
);

comment on table audit_origins is 'From where an event came. Personal data, hence apart and erasable.';

create function refuse_audit_rewrite() returns trigger language plpgsql as $$
begin
  raise exception 'audit_events is append-only';
end
$$;

create trigger audit_events_append_only
  before update or delete or truncate on audit_events
  for each statement execute function refuse_audit_rewrite();
