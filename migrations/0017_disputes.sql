-- Disputes as gateways and members tell of them, several to an order; without one until it is found.
create table disputes (
  id bigint generated always as identity primary key,
  order_id bigint references orders (order_id),
  gateway text not null,
  -- Null for one that a member entered.
  gateway_dispute_id text,
  charge_id text,
  payment_intent_id text,
  transaction_id text,
  stage text not null check (stage in ('warning', 'inquiry', 'chargeback', 'compliance', 'prevented')),
  reason text not null check (reason in ('unauthorised', 'not received', 'not as described', 'credit not processed',
    'cancelled', 'duplicate', 'other')),
  network text,
  network_code text,
  amount numeric(14, 2),
  currency text,
  opened_at timestamptz not null,
  -- The newest event's time; of two events at one time, the one of the further state decides.
  updated_at timestamptz not null,
  state_rank smallint not null,
  due_at timestamptz,
  is_due_guessed boolean not null default false,
  outcome text not null check (outcome in ('Open', 'Won', 'Lost', 'Accepted', 'Withdrawn')),
  settled_as text check (settled_as in ('answered', 'accepted', 'refunded', 'left')),
  settled_at timestamptz,
  settled_by bigint references members (id),
  received_at timestamptz not null,
  -- The member's event that made it; its undo takes the dispute away.
  event_id bigint,
  -- The move of its order, which it makes once.
  moved_as text check (moved_as in ('chargeback', 'prevented')),
  -- Hours before the due time at which Admins were mailed last, 72, then 24, and the due time that it was of.
  told_hours smallint,
  told_due_at timestamptz,
  check ((settled_as is null) = (settled_at is null))
);
create unique index disputes_gateway on disputes (lower(gateway), gateway_dispute_id);
create index disputes_order on disputes (order_id) where order_id is not null;
create index disputes_unlinked on disputes (received_at) where order_id is null;
create index disputes_open on disputes (due_at) where outcome = 'Open' and settled_as is null;
create index disputes_opened on disputes (opened_at);
create index disputes_charge on disputes (charge_id) where charge_id is not null;
create index disputes_payment on disputes (payment_intent_id) where payment_intent_id is not null;
create index disputes_transaction on disputes (transaction_id) where transaction_id is not null;

-- The sum that a gateway refunded of a charge, by its newest event.
create table gateway_refunds (
  id bigint generated always as identity primary key,
  order_id bigint references orders (order_id),
  gateway text not null,
  -- Null once its order is erased.
  charge_id text,
  payment_intent_id text,
  transaction_id text,
  amount numeric(14, 2) not null,
  currency text not null,
  updated_at timestamptz not null,
  received_at timestamptz not null
);
create unique index gateway_refunds_charge on gateway_refunds (lower(gateway), charge_id);
create index gateway_refunds_order on gateway_refunds (order_id) where order_id is not null;
create index gateway_refunds_unlinked on gateway_refunds (received_at) where order_id is null;
create index gateway_refunds_transaction on gateway_refunds (transaction_id) where transaction_id is not null;
create index gateway_refunds_payment on gateway_refunds (payment_intent_id) where payment_intent_id is not null;

alter table orders
  add column gateway text,
  add column network text,
  -- With the columns below, the dispute to act on next, else the newest; they are kept by the server (orders/order-dispute.ts).
  add column dispute_due_at timestamptz,
  add column dispute_settled_as text;
alter table orders drop constraint orders_dispute_outcome_check;
alter table orders add constraint orders_dispute_outcome_check
  check (dispute_outcome in ('Won', 'Lost', 'Accepted', 'Withdrawn')) not valid;
alter table orders validate constraint orders_dispute_outcome_check;

-- A chargeback was due at the end of its day in EST, which has no daylight saving time here. Erased orders are among them.
insert into disputes (order_id, gateway, stage, reason, network_code, opened_at, updated_at, state_rank, due_at, outcome,
  received_at, moved_as)
select order_id, 'unknown', 'chargeback', 'other', dispute_reason_code, opened, opened, 0,
  (dispute_due_on + 1)::timestamp at time zone 'UTC' + interval '5 hours' - interval '1 second',
  coalesce(dispute_outcome, 'Open'), now(), 'chargeback'
from orders o
cross join lateral (
  select coalesce(max(e.at), o.created_at) as opened from order_events e
  where e.order_id = o.order_id and e.after ->> 'process_status' = 'ChargeBack'
    and e.before ->> 'process_status' <> 'ChargeBack') moves
where process_status = 'ChargeBack' or dispute_due_on is not null or dispute_outcome is not null
  or dispute_reason_code is not null;
update orders o set dispute_due_at = d.due_at from disputes d where d.order_id = o.order_id and d.due_at is not null;

create trigger refuse_erased after insert or update of order_id on disputes for each row
  when (new.order_id is not null) execute function refuse_erased_order();
create trigger refuse_erased after insert or update of order_id on gateway_refunds for each row
  when (new.order_id is not null) execute function refuse_erased_order();

-- As in 0011, and disputes that came with imported orders go with them: what was done to one since has an event.
create or replace function take_back_import(file bytea) returns bigint[]
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  taken bigint[];
  kept bigint[] := '{}';
  refers record;
  former bigint;
  authors bigint[];
begin
  taken := array(
    select o.order_id from orders o join imported_orders i using (order_id) where i.sha256 = file
    order by o.order_id for update of o
  );
  kept := array(
    select e.order_id from order_events e where e.order_id = any(taken) and e.action <> 'created' limit 10
  );
  -- Whatever else refers to an order came after the import.
  for refers in
    select c.conrelid::regclass as relation, a.attname as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'orders'::regclass and c.conrelid <> all(array[
      'order_events', 'remarks', 'order_evidence_keys', 'order_viewers', 'imported_orders', 'disputes']::regclass[])
  loop
    execute format('select $1 || array(select distinct %I from %s where %1$I = any($2) limit 10)', refers.name, refers.relation)
    into kept using kept, taken;
  end loop;
  if cardinality(kept) > 0 then
    return array(select distinct o from unnest(kept) o order by o limit 10);
  end if;

  authors := array(
    select m.id from members m
    where m.password_hash is null and m.email is null and m.removed_at = m.created_at and m.id in (
      select unnest(array[assignee_id, processed_by]) from orders where order_id = any(taken))
  );
  delete from idempotency_keys where owner = 'import' and key in (select key from imported_orders where sha256 = file);
  delete from imported_orders where sha256 = file;
  delete from order_viewers where order_id = any(taken);
  delete from remarks where order_id = any(taken);
  delete from disputes where order_id = any(taken);
  delete from order_events where order_id = any(taken);
  delete from orders where order_id = any(taken);
  -- Former members whom the import made, unless other orders name them.
  foreach former in array authors loop
    begin
      delete from members where id = former;
    exception when foreign_key_violation then null;
    end;
  end loop;
  delete from import_files where sha256 = file;
  return '{}';
end $$;
