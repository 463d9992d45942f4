create table operator_acts (
  id bigint generated always as identity primary key,
  subject_id text not null,
  number integer,
  act text not null,
  operator_id text,
  details jsonb not null,
  reason text not null,
  intent_id text,
  outcome jsonb,
  happened_at timestamptz not null
);

comment on table operator_acts is 'What operators did to a person or a project, and each look at one. Kept when the subject is gone, then without reasons.';
comment on column operator_acts.subject_id is 'uid, or id of a project.';
comment on column operator_acts.number is 'Counts the acts on the subject from 1, so that each is done once; null for a look.';
comment on column operator_acts.operator_id is 'uid; null for the command line.';
comment on column operator_acts.details is 'What was asked beside the act; ids and amounts only.';
comment on column operator_acts.intent_id is 'The change of money that carries it out; null for acts without one.';
comment on column operator_acts.outcome is 'How that ended, as far as it was read since; the intent has it before.';

create unique index operator_acts_number on operator_acts (subject_id, number);
create index operator_acts_subject on operator_acts (subject_id, id desc);
create index operator_acts_operator on operator_acts (operator_id, happened_at);

create function refuse_act_removal() returns trigger language plpgsql as $$
begin
  raise exception 'operator_acts keeps what was done';
end
$$;

create trigger operator_acts_kept before delete or truncate on operator_acts
  for each statement execute function refuse_act_removal();
