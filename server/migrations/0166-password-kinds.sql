create table password_kinds (
  kind text primary key,
  decoy text not null
);

comment on table password_kinds is 'Kinds of password hashes that were imported. A sign-in that fails computes one hash of each, so that its time does not tell whether the account exists.';
comment on column password_kinds.kind is 'Algorithm, cost and length of the hash.';
comment on column password_kinds.decoy is 'Hash of this kind that no password is known for.';
