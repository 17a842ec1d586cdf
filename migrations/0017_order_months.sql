-- Signed rows whose sum is the number of orders of a status that came in a month (UTC): a far page passes over months rather
-- than over each order before it. Appended by triggers and folded by a job, as `order_counts` are.
create table order_months (
  id bigint generated always as identity primary key,
  process_status text not null,
  month date not null,
  n bigint not null
);

create function count_order_months() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_months (process_status, month, n)
    select process_status, date_trunc('month', created_at at time zone 'UTC'), count(*) from come group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into order_months (process_status, month, n)
    select process_status, date_trunc('month', created_at at time zone 'UTC'), -count(*) from gone group by 1, 2;
  else
    insert into order_months (process_status, month, n)
    select process_status, month, sum(sign)
    from (
      select 1 as sign, process_status, date_trunc('month', created_at at time zone 'UTC') as month from come
      union all
      select -1, process_status, date_trunc('month', created_at at time zone 'UTC') from gone
    ) changed
    group by 1, 2
    having sum(sign) <> 0;
  end if;
  return null;
end $$;

-- No order may change between what is counted here and what the triggers count.
lock table orders in share row exclusive mode;

create trigger count_months_inserted after insert on orders
  referencing new table as come for each statement execute function count_order_months();
create trigger count_months_updated after update on orders
  referencing old table as gone new table as come for each statement execute function count_order_months();
create trigger count_months_deleted after delete on orders
  referencing old table as gone for each statement execute function count_order_months();

insert into order_months (process_status, month, n)
select process_status, date_trunc('month', created_at at time zone 'UTC'), count(*) from orders group by 1, 2;
