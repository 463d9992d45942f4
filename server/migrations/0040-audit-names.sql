create table audit_names (
  id text not null,
  subscription_id text not null,
  name text not null,
  primary key (id, subscription_id)
);

create index audit_names_name on audit_names (name);

comment on table audit_names is 'Names in the activity whose own row is gone: people who left, and invites that ended long ago. Personal data, hence beside the audit; erased with the account.';
comment on column audit_names.id is 'uid of a person who left, or id of an invite whose row was removed.';
comment on column audit_names.subscription_id is 'Subscription that knew them by this name; it does not learn a later one.';
comment on column audit_names.name is 'Name of the person, else their address; of an invite its address.';

-- People who left before this table was there are known by their present name.
insert into audit_names (id, subscription_id, name)
select distinct a.id, event.subscription_id, coalesce(nullif(a.display_name, ''), a.email)
from (
  select actor_id as id, subscription_id from audit_events
  where subscription_id is not null and action <> 'invite.rejected'
  union
  select subject_id, subscription_id from audit_events where subscription_id is not null
) event
join accounts a on a.id = event.id
where not exists (
  select from memberships m where m.subscription_id = event.subscription_id and m.account_id = a.id);

-- Shows by whom an invite was accepted, and which invites an account has answered.
create index audit_events_answers on audit_events (subject_id) where action in ('invite.accepted', 'invite.rejected');
