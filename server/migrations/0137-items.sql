-- Prices become items: what they are of a subscription, and how often they are charged. A process of the version before
-- cannot run beside this one.
alter table billing_accounts add items jsonb, add scheduled_items jsonb;

comment on column billing_accounts.items is 'Items that the provider charges: [{role, price, quantity}]; null if none were read or none are charged.';
comment on column billing_accounts.scheduled_items is 'Items that the provider charges from scheduled_at on, without being asked again; null if no change is scheduled.';

create function pg_temp.to_items(ids text[]) returns jsonb language sql strict as $$
  select coalesce(jsonb_agg(jsonb_build_object('role', 'plan', 'price', id, 'quantity', 1) order by place), '[]')
  from unnest(ids) with ordinality as one (id, place)
$$;

create function pg_temp.to_items(ids jsonb) returns jsonb language sql strict as $$
  select pg_temp.to_items(array(select jsonb_array_elements_text(ids)))
$$;

-- Rows are few: no version that was released has written any.
update billing_accounts
set items = pg_temp.to_items(price_ids), scheduled_items = pg_temp.to_items(scheduled_price_ids)
where price_ids is not null or scheduled_price_ids is not null;

-- Rows are few: changes that are under way.
update intents
set input = jsonb_set(input #- '{plan,priceIds}', '{plan,items}', pg_temp.to_items(input #> '{plan,priceIds}'))
where status = 'open' and input #> '{plan,priceIds}' is not null;

-- Rows are few, as above.
update intents
set input = jsonb_set(input #- '{dropped,priceIds}', '{dropped,items}', pg_temp.to_items(input #> '{dropped,priceIds}'))
where status = 'open' and input #> '{dropped,priceIds}' is not null;

alter table billing_accounts drop column price_ids, drop column scheduled_price_ids;
