-- Which orders were erased, what of them and when: a restored database, which may be of an earlier time, is told by a list that
-- is kept with the backups, and repeats them. One row an order, for its latest erasure.
create table erased_orders (
  order_id bigint primary key references orders (order_id),
  part text not null check (part in ('all', 'disputed', 'details')),
  erased_at timestamptz not null
);
create index erased_orders_erased_at on erased_orders (erased_at);

insert into erased_orders (order_id, part, erased_at)
select o.order_id,
  case
    when o.erased_at is not null then 'all'
    when exists (
      select 1 from erasures e where e.order_id = o.order_id and e.part = 'disputed' and e.done_at is not null
    ) then 'disputed'
    else 'details'
  end,
  coalesce(o.erased_at, o.details_erased_at)
from orders o
where coalesce(o.erased_at, o.details_erased_at) is not null;
