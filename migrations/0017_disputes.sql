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
  -- Hours before the due time at which Admins were mailed last: 72, then 24.
  told_hours smallint,
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
  charge_id text not null,
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

create trigger refuse_erased after insert on disputes for each row
  when (new.order_id is not null) execute function refuse_erased_order();

-- A chargeback was due at the end of its day in EST, which has no daylight saving time here.
insert into disputes (order_id, gateway, stage, reason, network_code, opened_at, updated_at, state_rank, due_at, outcome,
  received_at, moved_as)
select order_id, 'unknown', 'chargeback', 'other', dispute_reason_code, now(), now(), 0,
  (dispute_due_on + 1)::timestamp at time zone 'UTC' + interval '5 hours' - interval '1 second',
  coalesce(dispute_outcome, 'Open'), now(), 'chargeback'
from orders
where process_status = 'ChargeBack' or dispute_due_on is not null or dispute_outcome is not null
  or dispute_reason_code is not null;
update orders o set dispute_due_at = d.due_at from disputes d where d.order_id = o.order_id;
