alter table memberships add column listed_as text not null default '', add column search_text text not null default '';

comment on column memberships.listed_as is 'Lower-cased name, else address: the order of the list of users. Kept by triggers.';
comment on column memberships.search_text is 'Lower-cased name and address, for searching the list of users. Kept by triggers.';

create function list_member() returns trigger language plpgsql as $$
begin
  -- Locked, or a new name that is written at this moment would pass this row by.
  select lower(coalesce(nullif(display_name, ''), email)), lower(display_name || ' ' || email)
    into new.listed_as, new.search_text
    from accounts where id = new.account_id for share;
  if not found then
    -- The foreign key refuses the row.
    new.listed_as := '';
    new.search_text := '';
  end if;
  return new;
end
$$;

create trigger memberships_list_member before insert on memberships
  for each row execute function list_member();

create function relist_member() returns trigger language plpgsql as $$
begin
  update memberships set
    listed_as = lower(coalesce(nullif(new.display_name, ''), new.email)),
    search_text = lower(new.display_name || ' ' || new.email)
    where account_id = new.id;
  return null;
end
$$;

create trigger accounts_relist_member after update of display_name, email on accounts
  for each row when (old.display_name <> new.display_name or old.email <> new.email)
  execute function relist_member();

update memberships set
  listed_as = lower(coalesce(nullif(a.display_name, ''), a.email)),
  search_text = lower(a.display_name || ' ' || a.email)
  from accounts a where a.id = memberships.account_id;

create index memberships_listed_as on memberships (subscription_id, listed_as, account_id);

-- Without the extension, or the right to create it, a search reads the whole list: slower, not wrong.
do $$
begin
  create extension if not exists pg_trgm;
  create index memberships_search_text on memberships using gin (search_text gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'pg_trgm is not available; searching large lists of users will be slower.';
end
$$;

alter table subscriptions add column member_count integer not null default 0;

comment on column subscriptions.member_count is 'How many memberships it has, so that nobody counts them. Kept by triggers.';

create function count_members() returns trigger language plpgsql as $$
begin
  update subscriptions sub
    set member_count = member_count + case tg_op when 'INSERT' then changed.members else -changed.members end
    from (select subscription_id, count(*) as members from changed_rows group by subscription_id) changed
    where sub.id = changed.subscription_id;
  return null;
end
$$;

update subscriptions sub set member_count =
  (select count(*) from memberships m where m.subscription_id = sub.id);

create trigger memberships_count_inserted after insert on memberships
  referencing new table as changed_rows for each statement execute function count_members();

create trigger memberships_count_deleted after delete on memberships
  referencing old table as changed_rows for each statement execute function count_members();
