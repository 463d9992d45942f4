create table clock_offset (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null
);

comment on table clock_offset is 'How far local mode has moved product time ahead of the machine''s; no row means not at all.';
