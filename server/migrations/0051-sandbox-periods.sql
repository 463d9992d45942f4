alter table sandbox.subscriptions add billing_cycle_anchor timestamptz;

comment on table sandbox.subscriptions is 'What is renewed each week, month or year.';
comment on column sandbox.subscriptions.billing_cycle_anchor is 'Start of the first period, from which all later ones are counted; null for what was sold before this was kept, until it is renewed.';
