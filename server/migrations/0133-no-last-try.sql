-- Stripe says when it tries a payment again, and never when it does for the last time.
alter table billing_accounts drop column last_try_at;
