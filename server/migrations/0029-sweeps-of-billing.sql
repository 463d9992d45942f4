-- Sweeps read these from the oldest on. Building them holds writes to each table back for about a
-- second per million rows; `concurrently` is not possible in the migrations' transaction.
create index intents_ended on intents (leased_until) where status <> 'open';
create index provider_events_processed on provider_events (processed_at) where processed_at is not null;
create index events_delivered on sandbox.events (delivered_at) where delivered_at is not null;

comment on table intents is 'Changes of money, written before the provider is asked; a job finishes what a crash left open. Ended ones are removed after 90 days.';
comment on table provider_events is 'Inbox: what the provider told, each once. Says what to read again, never what is true. Processed ones are removed after 35 days.';
comment on table sandbox.events is 'What happened, named as Stripe names it; removed 7 days after the inbox took it.';
