create table restores (
  id bigint generated always as identity primary key,
  taken_at timestamptz not null,
  restored_at timestamptz not null,
  reconciled_at timestamptz,
  constraint restores_order check (reconciled_at >= restored_at)
);

alter table billing_accounts add column differs_since timestamptz;
alter table orphan_searches add column unlinked text[] not null default '{}';

create index restores_unreconciled on restores (restored_at) where reconciled_at is null;

comment on table restores is 'Backups that this database was restored from. Nothing is charged until the newest one is reconciled.';
comment on column restores.taken_at is 'Instant that the backup shows; what happened later is not here.';
comment on column restores.restored_at is 'When it was restored.';
comment on column restores.reconciled_at is 'When our rows had been compared with everything that runs at the payment provider; null until then.';
comment on column billing_accounts.differs_since is 'When the provider''s list showed the project otherwise than its rows; null once it was compared one by one.';
comment on column orphan_searches.unlinked is 'Projects that have a running subscription of this round, whose linking failed; the next round tries again.';
