create table installation (
  id text primary key,
  only_one boolean not null default true,
  constraint installation_one unique (only_one),
  constraint installation_only_one check (only_one)
);

comment on table installation is 'Name of this installation in the metadata of what it makes at the payment provider; a restored backup keeps it.';

insert into installation (id) values (replace(gen_random_uuid()::text, '-', ''));

alter table provider_events add column reference text;

comment on column provider_events.reference is 'Our subscription, where the metadata of the object says it.';

create index provider_events_reference on provider_events (reference) where reference is not null;
