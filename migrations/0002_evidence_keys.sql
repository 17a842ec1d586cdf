-- Keyed hashes of what tells a customer again: a defence pack finds earlier orders of the same card, account, e-mail,
-- IP address or device without opening anyone's sealed data.
create table order_evidence_keys (
  order_id bigint not null references orders (order_id) on delete cascade,
  kind text not null check (kind in ('card', 'account', 'email', 'ip', 'device')),
  hash bytea not null,
  -- When the order was paid, else placed.
  transacted_at timestamptz not null,
  primary key (order_id, kind, hash)
);
create index order_evidence_keys_hash on order_evidence_keys (hash, transacted_at desc);

-- Orders that are here already get theirs from a job; it goes on after this order id, and ends by removing the row.
insert into settings (key, value)
select 'evidence-keys', '{"after": 0}' where exists (select 1 from orders);
