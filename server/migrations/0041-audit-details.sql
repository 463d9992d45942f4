create table audit_details (
  event_id bigint primary key references audit_events (id),
  details jsonb not null,
  payer_id text
);

create index audit_details_payer on audit_details (payer_id) where payer_id is not null;

comment on table audit_details is 'Old and new values of an event, and amounts. Beside the audit, since they may name a card.';
comment on column audit_details.details is 'As `ActivityDetails` of the contract; the inviter by uid.';
comment on column audit_details.payer_id is 'uid of the person whose card is named; the card is erased with the account.';
