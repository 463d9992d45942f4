alter table second_factors add column removed_finally boolean not null default false;
comment on column second_factors.removed_finally is 'Removed by a person who had signed in without it, so of a lost device: only the undoing of a takeover brings it back.';

alter table passkeys add column removed_finally boolean not null default false;
comment on column passkeys.removed_finally is 'As for second factors.';
