create index concurrently if not exists accounts_found on accounts
  using gin (fold_name(display_name || ' ' || email || ' ' || id) gin_trgm_ops);
create index concurrently if not exists subscriptions_found on subscriptions
  using gin (fold_name(coalesce(name, '') || ' ' || id) gin_trgm_ops);
create index concurrently if not exists invoices_found on invoices
  using gin (fold_name(coalesce(number, '') || ' ' || id) gin_trgm_ops);
create index concurrently if not exists billing_accounts_last4 on billing_accounts ((card ->> 'last4'));
create index concurrently if not exists audit_events_subject on audit_events (subject_id, id) where subscription_id is null;
