alter table operator_acts add column waits boolean not null default false;
comment on column operator_acts.waits is
  'Whether it was only noted, because it needs a second operator, who approves or declines it by an act that names its number.';
