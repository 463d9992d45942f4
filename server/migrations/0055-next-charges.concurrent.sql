create index concurrently if not exists billing_accounts_next_charge on billing_accounts (period_end)
  where price_amount > 0;
