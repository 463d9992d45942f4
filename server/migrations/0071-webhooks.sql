create table webhook_endpoints (
  id text primary key,
  url text not null check (length(url) <= 2048),
  description text not null check (length(description) <= 200),
  types text[] not null,
  sealed_secret bytea not null,
  sealed_old_secret bytea,
  old_secret_until timestamptz,
  off_reason text check (off_reason in ('operator', 'gone', 'failing')),
  failing_since timestamptz,
  request_key text,
  request_hash bytea,
  created_at timestamptz not null,
  constraint webhook_endpoints_request_key unique (request_key)
);

comment on table webhook_endpoints is 'Addresses of the operator''s own programs that events are sent to.';
comment on column webhook_endpoints.types is 'Types of events that it gets; empty for all.';
comment on column webhook_endpoints.sealed_secret is 'Signs what is sent. AES-256-GCM under a key derived from SECRET_KEY.';
comment on column webhook_endpoints.sealed_old_secret is 'Signs too until old_secret_until, so that a program can change over.';
comment on column webhook_endpoints.off_reason is 'Why nothing is sent: an API key turned it off, it answered 410, or it failed for five days; null while it is on.';
comment on column webhook_endpoints.failing_since is 'First failure since the last success.';
comment on column webhook_endpoints.request_key is 'API key and idempotency key of the request that made it.';
comment on column webhook_endpoints.request_hash is 'SHA-256 of that request, to tell a repetition from another one.';

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  event_id text not null references events (id) on delete cascade,
  endpoint_id text not null references webhook_endpoints (id) on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'dead')),
  attempts integer not null default 0,
  last_at timestamptz,
  last_status integer,
  last_answer text,
  last_ms integer,
  next_at timestamptz,
  constraint webhook_deliveries_once unique (event_id, endpoint_id)
);

create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, id);

comment on table webhook_deliveries is 'An event on its way to an endpoint: written with the event, sent by a job, and gone with it.';
comment on column webhook_deliveries.status is '`dead` after the last attempt, or where the endpoint is off; it can be sent again.';
comment on column webhook_deliveries.last_status is 'HTTP status of the last answer; null where there was none.';
comment on column webhook_deliveries.last_answer is 'Beginning of the last answer, or why there was none.';
comment on column webhook_deliveries.next_at is 'When it is tried again; null where it is not.';

-- In plpgsql, which looks for the job queue when it is called: a new database has it after all migrations.
create function queue_delivery(delivery bigint) returns void language plpgsql as $$
begin
  perform graphile_worker.add_job('send-webhook', json_build_object('deliveryId', delivery),
    job_key => 'send-webhook ' || delivery);
end
$$;

create function queue_deliveries() returns trigger language plpgsql as $$
declare
  delivery bigint;
begin
  for delivery in
    insert into webhook_deliveries (event_id, endpoint_id)
    select new.id, e.id from webhook_endpoints e
    where e.off_reason is null and (e.types = '{}' or new.type = any(e.types))
    returning id
  loop
    perform queue_delivery(delivery);
  end loop;
  return null;
end
$$;

-- A test is sent to one endpoint, whatever the others want.
create trigger events_queue_deliveries after insert on events
  for each row when (new.type <> 'webhook.test') execute function queue_deliveries();
