-- Two queues for each endpoint, whose jobs run one at a time: one that never answers holds two slots and no more.
create function webhook_queue(delivery bigint) returns text language sql volatile as $$
  select 'webhook ' || endpoint_id || ' ' || id % 2 from webhook_deliveries where id = delivery
$$;

create or replace function queue_delivery(delivery bigint) returns void language plpgsql as $$
begin
  perform graphile_worker.add_job('send-webhook', json_build_object('deliveryId', delivery),
    queue_name => webhook_queue(delivery), job_key => 'send-webhook ' || delivery);
end
$$;
