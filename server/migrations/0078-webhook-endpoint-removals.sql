-- A change locks the endpoints that it writes deliveries to, so that none is removed before the change commits.
create or replace function queue_deliveries() returns trigger language plpgsql as $$
declare
  delivery bigint;
begin
  for delivery in
    insert into webhook_deliveries (event_id, endpoint_id)
    select new.id, e.id from webhook_endpoints e
    where e.off_reason is null and (e.types = '{}' or new.type = any(e.types))
    for key share of e
    returning id
  loop
    perform queue_delivery(delivery);
  end loop;
  return null;
end
$$;
