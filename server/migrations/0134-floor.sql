-- Rows are few: only versions that were never released wrote such kinds.
update intents set input = jsonb_set(input, '{kind}', to_jsonb(kind)) where input ->> 'kind' like '%-with-terms';

drop index trials_unfolded;
alter table trials alter is_folded set default true;
comment on column trials.is_folded is 'Not used any more.';

drop table unfolded_names;
