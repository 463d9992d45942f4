-- From now on pending invites end with their subscription; those that were left behind end here.
update invites i set status = 'revoked', ended_at = sub.updated_at
  from subscriptions sub
  where sub.id = i.subscription_id and sub.status = 'canceled' and i.status = 'pending';

comment on column invites.ended_at is 'When it was accepted, rejected, revoked, flipped to expired, or ended with its canceled subscription.';
