alter table email_sign_ins add column site text;
comment on column email_sign_ins.site is 'Origin of the app that the link leads to; null for our own page.';
