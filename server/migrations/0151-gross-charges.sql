alter table ledger add column gross bigint;
comment on column ledger.gross is 'Of a charge: minor units before discounts, and with tax that is part of the price; null in rows of before, until they are read again, and for all others.';
