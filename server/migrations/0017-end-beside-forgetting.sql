-- What an old owner left at the provider is taken away even while the subscription ends.
drop index intents_open;
create unique index intents_open on intents (subscription_id)
  where status = 'open' and kind <> 'forget-payer';
create unique index intents_open_forgetting on intents (subscription_id)
  where status = 'open' and kind = 'forget-payer';
