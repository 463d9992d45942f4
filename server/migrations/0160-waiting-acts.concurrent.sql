-- Acts that wait for a second operator are few among all that ever were.
create index concurrently if not exists operator_acts_waiting on operator_acts (id) where waits;
