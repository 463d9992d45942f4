alter table subscriptions add time_zone text;

comment on column subscriptions.time_zone is 'Time zone of its dates of money, by the name of the IANA; null where nobody has chosen one, which is UTC.';
