alter table operator_acts add column worth bigint, add column worth_currency text;
comment on column operator_acts.worth is
  'Minor units that the act gave away without a second operator; null if it gave nothing, was approved or waits.';
comment on column operator_acts.worth_currency is 'ISO 4217 in lower case.';
