alter table trials add is_folded boolean not null default false;

comment on column trials.holder is 'SHA-256 of the uid, of the provider''s fingerprint of the card, or of the address: of the address itself, and of the mailbox that it reaches, without tags and Gmail''s dots, where that differs.';
comment on column trials.is_folded is 'Whether the mailbox of an address is noted too; false in rows of an earlier version until a job has noted it.';
