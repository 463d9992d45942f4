alter table billing_accounts
  add column ends_at timestamptz,
  add column next_parts jsonb,
  add column is_card_lost boolean not null default false,
  add column payer_since timestamptz;

comment on column billing_accounts.ends_at is 'When the subscription ends by itself, as somebody has set at the provider; null where it goes on.';
comment on column billing_accounts.next_parts is 'Subtotal, discount and tax of next_amount in minor units; what is missing or over is the customer''s balance.';
comment on column billing_accounts.is_card_lost is 'The default card is gone at the provider; no other one has taken over yet, and the owner was not told.';
comment on column billing_accounts.payer_since is 'When name and address of the payer before were removed at the provider; invoices from before name that one. Null where nobody paid before.';

update billing_accounts set payer_since = transfer.at
from (
  select subscription_id, max(happened_at) as at from audit_events
  where action = 'subscription.ownership-transferred' group by subscription_id
) transfer
where transfer.subscription_id = billing_accounts.subscription_id;
