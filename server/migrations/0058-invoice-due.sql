alter table invoices add due integer;

comment on column invoices.due is 'Part of the total that credit left to pay, in minor units; null in rows of an earlier version until they are read.';
