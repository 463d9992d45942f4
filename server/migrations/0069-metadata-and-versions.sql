create sequence versions as bigint;

comment on sequence versions is 'Versions of accounts and subscriptions. One sequence for both, so that the greater of two versions is newer too.';

alter table subscriptions
  add column metadata jsonb not null default '{}',
  add column version bigint not null default 0;
alter table subscriptions alter column version set default nextval('versions');

comment on column subscriptions.metadata is 'Notes of the operator''s own program, text by key; members never see them.';
comment on column subscriptions.version is 'Grows with each change that programs can see, of its members too. Kept by triggers.';

alter table accounts add column version bigint not null default 0;
alter table accounts alter column version set default nextval('versions');

comment on column accounts.version is 'Grows with each change that programs can see. Kept by triggers.';

create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := nextval('versions');
  return new;
end
$$;

-- The number of members changes with each membership that comes or goes.
create trigger subscriptions_raise_version
  before update of owner_id, plan_id, status, name, ended_at, metadata, member_count on subscriptions
  for each row
  when ((old.owner_id, old.plan_id, old.status, old.name, old.ended_at, old.metadata, old.member_count)
    is distinct from
    (new.owner_id, new.plan_id, new.status, new.name, new.ended_at, new.metadata, new.member_count))
  execute function raise_version();

create trigger accounts_raise_version
  before update of email, email_verified, display_name, avatar_url, language, disabled_at on accounts
  for each row
  when ((old.email, old.email_verified, old.display_name, old.avatar_url, old.language, old.disabled_at)
    is distinct from
    (new.email, new.email_verified, new.display_name, new.avatar_url, new.language, new.disabled_at))
  execute function raise_version();

create function raise_version_of_subscription() returns trigger language plpgsql as $$
begin
  update subscriptions set version = nextval('versions') where id = new.subscription_id;
  return null;
end
$$;

create trigger memberships_raise_version
  after update of permissions on memberships
  for each row when (old.permissions is distinct from new.permissions)
  execute function raise_version_of_subscription();
