-- Endpoints that fail share one queue, whose jobs run one at a time: however many never answer, they hold one slot. Each of
-- the others has two.
create or replace function webhook_queue(delivery bigint) returns text language sql volatile as $$
  select case when e.failing_since is null then 'webhook ' || e.id || ' ' || d.id % 2 else 'webhook failing' end
  from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id where d.id = delivery
$$;

-- Those that have failed for a shorter time are first, so that a short fault does not wait behind a long one.
create function webhook_priority(delivery bigint) returns integer language sql volatile as $$
  select least(extract(epoch from coalesce(product_now() - e.failing_since, '0')) / 60, 10000)::integer
  from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id where d.id = delivery
$$;

drop function queue_delivery(bigint);

-- The job names its queue, to find out that the endpoint has begun or ceased to fail since.
create function queue_delivery(delivery bigint, run_at timestamptz default null) returns void language plpgsql as $$
declare
  queue text := webhook_queue(delivery);
begin
  perform graphile_worker.add_job('send-webhook', json_build_object('deliveryId', delivery, 'queue', queue),
    queue_name => queue, job_key => 'send-webhook ' || delivery, run_at => queue_delivery.run_at,
    priority => webhook_priority(delivery));
end
$$;
