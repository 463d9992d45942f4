alter table subscriptions add column ended_at timestamptz;

comment on column subscriptions.ended_at is 'When it was canceled; null while it runs, and where an earlier version canceled it while both ran.';

update subscriptions s set ended_at = coalesce(
  (select max(happened_at) from audit_events e
   where e.subscription_id = s.id and e.action = 'subscription.canceled'),
  updated_at)
where status = 'canceled';
