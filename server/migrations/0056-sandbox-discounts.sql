alter table sandbox.subscriptions
  add discount jsonb,
  add debit jsonb;

comment on column sandbox.subscriptions.discount is 'Promotion code that it was bought with, and when its discount ends; null without one, and once it is used up.';
comment on column sandbox.subscriptions.debit is 'Minor units that were charged for the present prices, and since when; null where that is their whole price.';

-- Rows are few, for nobody takes real money with the sandbox.
alter table sandbox.invoices add discount integer not null default 0 check (discount >= 0);

comment on column sandbox.invoices.discount is 'Minor units that a promotion code took off.';
comment on column sandbox.invoices.total is 'Sum of the lines less the discount, in minor units; negative where it became credit.';

create table sandbox.redemptions (
  subscription_id text primary key references sandbox.subscriptions (id) on delete cascade,
  code_id text not null,
  redeemed_at timestamptz not null
);

create index redemptions_code_id on sandbox.redemptions (code_id);

comment on table sandbox.redemptions is 'Purchases with a promotion code, each of them once.';
comment on column sandbox.redemptions.subscription_id is 'Subscription of the sandbox that was bought.';
comment on column sandbox.redemptions.code_id is 'Id of the promotion code; the codes are in the program.';
comment on column sandbox.redemptions.redeemed_at is 'When it was bought.';
