-- Written by versions before the floor (0134); nobody reads them.
alter table billing_accounts drop column compared_at;
alter table invoices drop column hosted_url;
alter table trials drop column is_folded;
