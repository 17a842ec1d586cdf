-- What sites do when a payment gateway fails, and sites that are silent.
alter table payment_gateways
  add column active_since timestamptz,
  -- The place among those that sites try next; null: none.
  add column fallback smallint;

-- Sites from which no order comes though several are expected; a row ends with the next order.
create table silent_sites (
  domain text primary key,
  silent_since timestamptz not null,
  noticed_at timestamptz not null
);
