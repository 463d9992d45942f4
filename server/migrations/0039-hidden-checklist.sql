alter table accounts add column checklist_hidden boolean not null default false;

comment on column accounts.checklist_hidden is 'Whether the person hid the list of first steps; it is not shown again.';

-- People who already work with a project do not need it.
update accounts set checklist_hidden = true
where exists (select from memberships m where m.account_id = accounts.id);
