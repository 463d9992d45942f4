create index concurrently if not exists trials_unfolded on trials (begun_at) where kind = 'email' and not is_folded;
