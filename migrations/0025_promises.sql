-- The orders that wait for their document, and the unassigned New ones among them, the most urgent first: an absent promise
-- sorts as the latest.
create index orders_promised on orders (process_status, coalesce(due_at, 'infinity'), order_id)
  include (travel_date, window_opens_on)
  where process_status in ('New', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called');
create index orders_claimable on orders (coalesce(due_at, 'infinity'), order_id)
  include (processing_mode, window_opens_on, travel_date)
  where process_status = 'New' and assignee_id is null;

-- Who has an order open, when they last said so, and whether they have left it since.
create table order_viewers (
  order_id bigint not null references orders (order_id),
  member_id bigint not null references members (id),
  seen_at timestamptz not null,
  has_left boolean not null,
  primary key (order_id, member_id)
);
create index order_viewers_seen on order_viewers (seen_at);
