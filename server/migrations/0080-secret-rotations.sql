alter table webhook_endpoints add column rotation_key text;

comment on column webhook_endpoints.rotation_key is 'API key and idempotency key of the request that made the present secret; null where it had none.';
