alter table installation add shared_since timestamptz;

comment on column installation.shared_since is 'When another installation was first seen at the same account of the provider, which is warned about once.';
