-- The sandbox is the Stripe emulator now. What was bought with test cards is not carried over: the start says so.
drop schema sandbox cascade;
create schema sandbox;

comment on schema sandbox is 'The Stripe emulator, which stands in for Stripe; no table of the product refers to it.';

create table sandbox.state (
  owner text primary key,
  doc json not null,
  clock text,
  due_at bigint,
  number bigserial
);

create index on sandbox.state (due_at) where due_at is not null;

comment on table sandbox.state is 'All objects of one customer.';
comment on column sandbox.state.clock is 'The test clock that the customer lives on.';
comment on column sandbox.state.due_at is 'Unix seconds at which something happens by itself.';

create table sandbox.object (
  id text primary key,
  owner text not null
);

comment on table sandbox.object is 'Whose object an id names.';

create table sandbox.catalogue (
  version bigint not null,
  doc json not null
);

comment on table sandbox.catalogue is 'What is sold, and the settings of the account: one row.';

create table sandbox.answer (
  key text primary key,
  doc json not null,
  saved_at bigint not null
);

comment on table sandbox.answer is 'First answers, which a key repeats for a day.';

create table sandbox.event (
  number bigserial primary key,
  id text not null unique,
  created bigint not null,
  doc json not null
);

create index on sandbox.event (created);

comment on table sandbox.event is 'What happened, oldest first.';

create table sandbox.delivery (
  id text primary key,
  doc json not null,
  due_at bigint not null,
  number bigserial
);

comment on table sandbox.delivery is 'Events on their way to an endpoint.';

create sequence sandbox.number;

create table sandbox.emulator (
  version integer not null
);

comment on table sandbox.emulator is 'Version of these tables: one row.';
