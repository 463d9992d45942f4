-- Programs lengthen access by the time that an invoice paid for, and so need its end.
create or replace function write_invoice_event() returns trigger language plpgsql as $$
begin
  perform write_event('invoice.paid', new.id, jsonb_build_object('id', new.id,
    'subscription_id', new.subscription_id, 'number', new.number, 'total', new.total,
    'currency', new.currency, 'create_time', wire_instant(new.created_at),
    'paid_until', wire_instant(new.paid_until), 'version', nextval('versions')));
  return null;
end
$$;
