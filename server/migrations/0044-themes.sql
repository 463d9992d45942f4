alter table accounts add column theme text check (theme in ('system', 'light', 'dark'));

comment on column accounts.theme is 'Look of the interface on every device; null until chosen, which looks as the device does.';
