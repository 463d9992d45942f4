alter table billing_accounts add bought_untaxed boolean not null default false;

comment on column billing_accounts.bought_untaxed is 'Whether renewals have no tax because it was bought before the operator had taxes computed.';
