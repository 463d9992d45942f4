create index concurrently if not exists webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at) where status = 'waiting';
