-- What customers ask of the agency on their order's page: stop it, something is wrong, paid twice.
create table customer_requests (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (order_id),
  about text not null check (about in ('stop', 'wrong', 'twice')),
  asked_at timestamptz not null,
  -- The customer's words.
  sealed_text bytea,
  -- 'stopped': nothing was filed, and the order went to Refunds at once.
  ended_as text check (ended_as in ('stopped', 'granted', 'refused')),
  ended_at timestamptz,
  ended_by bigint references members (id),
  -- The member's words.
  sealed_answer bytea,
  -- The event that ended it; its undo opens it again.
  event_id bigint,
  check ((ended_as is null) = (ended_at is null))
);
create unique index customer_requests_open_of_order on customer_requests (order_id) where ended_at is null;
create index customer_requests_order on customer_requests (order_id);
create index customer_requests_open on customer_requests (asked_at) where ended_at is null;
create trigger refuse_erased after insert on customer_requests for each row execute function refuse_erased_order();

alter table orders
  -- When a member began to file it: the first value copied, or the form filler's first fill.
  add column filed_at timestamptz;
