-- Those that have ended are looked up too; the other indexes hold only what is open.
create index intents_subscription on intents (subscription_id);
