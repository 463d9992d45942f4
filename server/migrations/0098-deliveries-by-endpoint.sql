alter table webhook_deliveries add column due_at timestamptz, add column claimed_until timestamptz;
alter table webhook_endpoints add column failures integer not null default 0, add column paused_until timestamptz,
  add column full_since timestamptz, add column missed_since timestamptz;

comment on column webhook_deliveries.due_at is 'When it is sent next, by the database''s clock; null where a job of before 0098 still names it, or where it is done.';
comment on column webhook_deliveries.claimed_until is 'Until then the process that took it alone sends it.';
comment on column webhook_endpoints.failures is 'Failures since the last success.';
comment on column webhook_endpoints.paused_until is 'Nothing is sent until then, by the database''s clock, after several failures.';
comment on column webhook_endpoints.full_since is 'So many deliveries wait that no new ones are written; null while they are.';
comment on column webhook_endpoints.missed_since is 'When the first event without a delivery was written for want of room; null once they were all sent again.';

-- One job for each transaction, since all of them do the same: look what is due.
create function wake_webhooks() returns void language plpgsql as $$
begin
  if current_setting('hearth.webhooks_woken', true) is distinct from 'yes' then
    perform set_config('hearth.webhooks_woken', 'yes', true);
    perform graphile_worker.add_job('send-webhooks', '{}'::json);
  end if;
end
$$;

-- One job for each endpoint and second.
create function wake_webhooks_at(endpoint text, at timestamptz) returns void language plpgsql as $$
declare
  second timestamptz := date_trunc('second', at) + interval '1 s';
begin
  perform graphile_worker.add_job('send-webhooks', '{}'::json, run_at => second,
    job_key => 'send-webhooks ' || endpoint || ' ' || extract(epoch from second)::bigint,
    job_key_mode => 'preserve_run_at');
end
$$;

-- Servers of the version before still call it.
create or replace function queue_delivery(delivery bigint, run_at timestamptz default null) returns void language plpgsql as $$
declare
  endpoint text;
begin
  update webhook_deliveries set due_at = coalesce(queue_delivery.run_at, now()), claimed_until = null
    where id = delivery returning endpoint_id into endpoint;
  perform wake_webhooks_at(endpoint, coalesce(queue_delivery.run_at, now()));
end
$$;

create function most_waiting_deliveries() returns integer language sql immutable as 'select 10000';

create function has_waiting_deliveries(endpoint text, count integer) returns boolean language sql stable as $$
  select exists (
    select from webhook_deliveries where endpoint_id = endpoint and status = 'waiting' offset count - 1 limit 1)
$$;

-- Counts at each fiftieth event only: a long queue takes milliseconds to count.
create or replace function queue_deliveries() returns trigger language plpgsql as $$
begin
  if new.position % 50 = 0 then
    update webhook_endpoints set full_since = product_now(), missed_since = coalesce(missed_since, product_now())
    where id in (
      select id from webhook_endpoints
      where off_reason is null and full_since is null and has_waiting_deliveries(id, most_waiting_deliveries())
      order by id for no key update skip locked);
  end if;
  -- Rows are few, one for each endpoint. The change locks them, so that none is removed before it commits.
  insert into webhook_deliveries (event_id, endpoint_id, due_at)
  select new.id, e.id, now() from webhook_endpoints e
  where e.off_reason is null and e.full_since is null and (e.types = '{}' or new.type = any(e.types))
  for key share of e;
  if found then
    perform wake_webhooks();
  end if;
  return null;
end
$$;
