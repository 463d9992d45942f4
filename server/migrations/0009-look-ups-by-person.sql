create index subscriptions_owner_id on subscriptions (owner_id);
create index audit_events_actor on audit_events (actor_id);
create index sessions_expires_at on sessions (expires_at);
