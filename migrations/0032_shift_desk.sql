-- The shift desk counts the open orders in one pass, by urgency, order type and assignee: what it asks for is in the index.
drop index orders_promised;
create index orders_promised on orders (process_status, coalesce(due_at, 'infinity'), order_id)
  include (travel_date, window_opens_on, due_at, assignee_id, landing_domain)
  where process_status in ('New', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called');

-- The chargebacks that are not decided, by the day on which the answer is due.
create index orders_disputed on orders (dispute_due_on)
  where process_status = 'ChargeBack' and dispute_outcome is null and dispute_due_on is not null;

-- What members moved today.
create index order_events_moves on order_events (at)
  where member_id is not null and action in ('moved', 'refunded', 'deleted');
