alter table billing_accounts add collection_paused boolean not null default false;

comment on column billing_accounts.collection_paused is 'Whether the next renewal is not collected, because somebody has paused the payments in the provider''s dashboard.';
