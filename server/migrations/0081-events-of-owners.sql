-- One that waits for its first payment is nobody's business yet: it may be removed without a trace. A new owner changes
-- two members, whose rows may stay as they are.
create or replace function write_subscription_event() returns trigger language plpgsql as $$
declare
  before jsonb;
  after jsonb := subscription_data(new);
begin
  if tg_op = 'INSERT' then
    if new.status <> 'incomplete' then
      perform write_event('subscription.created', new.id, after);
    end if;
    return null;
  end if;
  before := subscription_data(old);
  if old.status = 'incomplete' then
    if new.status not in ('incomplete', 'canceled') then
      perform write_event('subscription.created', new.id, after);
      perform write_member_event('member.added', m, new.owner_id)
        from memberships m where m.subscription_id = new.id order by m.account_id;
    end if;
  elsif previous_fields(before, after) <> '{}' then
    perform write_event(
      case when new.status = 'canceled' and old.status <> 'canceled'
        then 'subscription.canceled' else 'subscription.updated' end,
      new.id, after || jsonb_build_object('previous', previous_fields(before, after)));
    if new.owner_id <> old.owner_id then
      perform write_member_event('member.updated', m, new.owner_id)
        from memberships m where m.subscription_id = new.id and m.account_id in (old.owner_id, new.owner_id)
        order by m.account_id;
    end if;
  end if;
  return null;
end
$$;
