alter table accounts add column claims jsonb;

comment on column accounts.claims is 'Custom claims: fields that each ID token of the account has beside its own; null for none.';
comment on column accounts.id is 'uid, also `sub` of ID tokens: 28 letters and digits, or 1 to 128 printable characters of ASCII if it comes from another product.';
comment on column accounts.password_hash is 'In PHC form: argon2id, or that of another product until the next sign-in; null for accounts that only use a provider.';
