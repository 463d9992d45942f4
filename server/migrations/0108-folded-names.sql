-- "Ángel" is listed between "Adam" and "Zoe" and found as "angel", on every PostgreSQL: the extension unaccent and
-- collations of ICU are not everywhere. Contract and screens fold in the same way (`toSearchText`).
create function fold_name(written text) returns text language sql immutable parallel safe as $$
  select replace(replace(replace(replace(
    translate(
      lower(regexp_replace(
        case when getdatabaseencoding() = 'UTF8' then normalize(written, NFKD) else written end,
        '[\u0300-\u036f]', '', 'g')),
      'øłđðħŧıØŁĐÐĦŦẞÆŒÞ', 'olddhtiolddhtßæœþ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;

comment on function fold_name is 'The text in lower case and without accents, for order and search; Chinese stays as it is.';

comment on column memberships.listed_as is 'Folded name, else address (see fold_name): the order of the list of users. Kept by triggers.';
comment on column memberships.search_text is 'Folded name and address, for searching the list of users. Kept by triggers.';

create or replace function list_member() returns trigger language plpgsql as $$
begin
  -- Locked, or a new name that is written at this moment would pass this row by.
  select fold_name(coalesce(nullif(display_name, ''), email)), fold_name(display_name || ' ' || email)
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

create or replace function relist_member() returns trigger language plpgsql as $$
begin
  update memberships set
    listed_as = fold_name(coalesce(nullif(new.display_name, ''), new.email)),
    search_text = fold_name(new.display_name || ' ' || new.email)
    where account_id = new.id;
  return null;
end
$$;

create table unfolded_names (
  only_row boolean primary key default true check (only_row),
  subscription_id text not null,
  account_id text not null
);

comment on table unfolded_names is 'The last membership of before 0108 that a job has folded; without a row, all are.';
comment on column unfolded_names.only_row is 'True; there is one row at most.';
comment on column unfolded_names.subscription_id is 'Subscription of that membership.';
comment on column unfolded_names.account_id is 'Account of that membership.';

insert into unfolded_names (subscription_id, account_id) values ('', '');
