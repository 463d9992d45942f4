create table restores (
  id bigint generated always as identity primary key,
  taken_at timestamptz not null,
  restored_at timestamptz not null,
  reconciled_at timestamptz,
  constraint restores_order check (reconciled_at >= restored_at)
);

create index restores_unreconciled on restores (restored_at) where reconciled_at is null;

comment on table restores is 'Backups that this database was restored from. Nothing is charged until the newest one is reconciled.';
comment on column restores.taken_at is 'Instant that the backup shows; what happened later is not here.';
comment on column restores.restored_at is 'When it was restored.';
comment on column restores.reconciled_at is 'When our rows had been compared with everything that runs at the payment provider; null until then.';
