create table events (
  id text primary key default 'evt_' || replace(gen_random_uuid()::text, '-', ''),
  position bigint generated always as identity,
  xact bigint not null default pg_current_xact_id()::text::bigint,
  type text not null,
  subject_id text not null,
  data jsonb not null,
  created_at timestamptz not null
);

create index events_order on events (xact, position);
create index events_subject on events (subject_id);
create index events_created_at on events (created_at);

comment on table events is 'What changed, for programs: written by triggers in the transaction of the change, and kept 30 days.';
comment on column events.position is 'Order within a transaction.';
comment on column events.xact is 'Number of the transaction; 0 for what a restore brought. A reader waits for older transactions, so that none of their events is passed over.';
comment on column events.type is 'Noun and past participle: `subscription.updated`.';
comment on column events.subject_id is 'uid, or id of the subscription or the invoice.';
comment on column events.data is 'The subject after the change. Of a deleted account its uid alone, in earlier events too.';

create function product_now() returns timestamptz language sql stable as $$
  select now() + coalesce((select offset_ms from clock_offset), 0) * interval '1 ms'
$$;

create function write_event(type text, subject_id text, data jsonb) returns void language sql as $$
  insert into events (type, subject_id, data, created_at)
  values (write_event.type, write_event.subject_id, write_event.data, product_now())
$$;

create function wire_instant(at timestamptz) returns text language sql stable as $$
  select to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Fields that differ, as they were before.
create function previous_fields(before jsonb, after jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, value), '{}')
  from jsonb_each(before) where value is distinct from after -> key and key <> 'version'
$$;

create function account_data(a accounts) returns jsonb language sql stable as $$
  select jsonb_build_object('uid', a.id, 'email', a.email, 'email_verified', a.email_verified,
    'display_name', a.display_name, 'avatar_url', a.avatar_url, 'language', a.language,
    'disabled', a.disabled_at is not null, 'create_time', wire_instant(a.created_at), 'version', a.version)
$$;

create function write_account_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform write_event('account.created', new.id, account_data(new));
  elsif tg_op = 'UPDATE' then
    perform write_event('account.updated', new.id, account_data(new)
      || jsonb_build_object('previous', previous_fields(account_data(old), account_data(new))));
  else
    update events set data = jsonb_build_object('uid', old.id, 'version', data -> 'version')
      where subject_id = old.id and type like 'account.%';
    perform write_event('account.deleted', old.id,
      jsonb_build_object('uid', old.id, 'version', nextval('versions')));
  end if;
  return null;
end
$$;

create trigger accounts_write_event after insert or delete on accounts
  for each row execute function write_account_event();

create trigger accounts_write_update after update on accounts
  for each row when (old.version is distinct from new.version) execute function write_account_event();

create function subscription_data(s subscriptions) returns jsonb language sql stable as $$
  select jsonb_build_object('id', s.id, 'owner_id', s.owner_id, 'name', s.name, 'plan_id', s.plan_id,
    'status', s.status, 'metadata', s.metadata, 'create_time', wire_instant(s.created_at),
    'ended_at', wire_instant(s.ended_at), 'version', s.version)
$$;

create function write_member_event(event text, m memberships, owner_id text) returns void language sql as $$
  select write_event(event, m.account_id, jsonb_build_object('subscription_id', m.subscription_id,
    'uid', m.account_id, 'permissions', m.permissions, 'is_owner', m.account_id = owner_id,
    'version', nextval('versions')))
$$;

-- One that waits for its first payment is nobody's business yet: it may be removed without a trace.
create function write_subscription_event() returns trigger language plpgsql as $$
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
  end if;
  return null;
end
$$;

create trigger subscriptions_write_event after insert on subscriptions
  for each row execute function write_subscription_event();

create trigger subscriptions_write_update after update on subscriptions
  for each row when (old.version is distinct from new.version)
  execute function write_subscription_event();

create function write_membership_event() returns trigger language plpgsql as $$
declare
  member memberships := case when tg_op = 'DELETE' then old else new end;
  subscription subscriptions;
begin
  select * into subscription from subscriptions where id = member.subscription_id;
  if found and subscription.status <> 'incomplete' then
    perform write_member_event(
      case tg_op when 'INSERT' then 'member.added' when 'UPDATE' then 'member.updated'
        else 'member.removed' end,
      member, subscription.owner_id);
  end if;
  return null;
end
$$;

create trigger memberships_write_event after insert or delete on memberships
  for each row execute function write_membership_event();

create trigger memberships_write_update after update of permissions on memberships
  for each row when (old.permissions is distinct from new.permissions)
  execute function write_membership_event();

create function write_invoice_event() returns trigger language plpgsql as $$
begin
  perform write_event('invoice.paid', new.id, jsonb_build_object('id', new.id,
    'subscription_id', new.subscription_id, 'number', new.number, 'total', new.total,
    'currency', new.currency, 'create_time', wire_instant(new.created_at), 'version', nextval('versions')));
  return null;
end
$$;

create trigger invoices_write_paid after insert on invoices
  for each row when (new.status = 'paid') execute function write_invoice_event();

create trigger invoices_write_payment after update on invoices
  for each row when (new.status = 'paid' and old.status is distinct from new.status)
  execute function write_invoice_event();

create function write_failed_payment() returns trigger language plpgsql as $$
begin
  perform write_event('invoice.payment_failed', new.subscription_id, jsonb_build_object(
    'subscription_id', new.subscription_id, 'owed', new.owed_amount, 'currency', new.owed_currency,
    'failed_at', wire_instant(new.failed_at), 'retry_at', wire_instant(new.retry_at),
    'version', nextval('versions')));
  return null;
end
$$;

create trigger billing_accounts_write_failure after update of failed_at on billing_accounts
  for each row when (new.failed_at is not null and old.failed_at is distinct from new.failed_at)
  execute function write_failed_payment();
