alter table invoices add paid_until timestamptz;

comment on column invoices.paid_until is 'End of the time that it charges for; null where it charges for none, and for rows of an earlier version until they are read.';
