-- The net below `lockOrders` (orders/order-access.ts): nothing new comes to an order whose data are erased, and nothing of a
-- member to one that is restricted to Admins, whichever statement forgot to ask. SQLSTATE PBnnn is answered with HTTP nnn.
-- `pabean.role` is the role of the member whose call the transaction is; unset for everybody else.
create function refuse_closed_order(id bigint, is_erased boolean, is_restricted boolean) returns void language plpgsql as $$
begin
  if is_erased then
    raise exception 'Order % was erased.', id using errcode = 'PB409';
  end if;
  if is_restricted and coalesce(current_setting('pabean.role', true), '') not in ('', 'Admin') then
    raise exception 'Order % is restricted, as its customer asked: only an Admin can see it and work on it.', id
      using errcode = 'PB403';
  end if;
end $$;

create or replace function refuse_erased_order() returns trigger language plpgsql as $$
begin
  perform refuse_closed_order(order_id, erased_at is not null, restricted_at is not null)
  from orders where order_id = new.order_id and (erased_at is not null or restricted_at is not null);
  return null;
end $$;

-- An event with a state before it is inserted by the statement that changes its order, which the last trigger asks; the first
-- one comes with its order.
create trigger refuse_erased after insert on order_events for each row
  when (new.before is null and new.action <> 'created') execute function refuse_erased_order();
create trigger refuse_erased after insert or update of amount on refunds for each row execute function refuse_erased_order();
create trigger refuse_erased after insert on invoice_numbers for each row execute function refuse_erased_order();
create trigger refuse_erased after insert on drafts for each row execute function refuse_erased_order();
create trigger refuse_erased after insert on customer_questions for each row execute function refuse_erased_order();
create trigger refuse_erased after insert on fill_tokens for each row execute function refuse_erased_order();

-- Sealed columns are sealed anew by other keys: they are not among these.
create function refuse_closed_orders_change() returns trigger language plpgsql as $$
begin
  perform refuse_closed_order(old.order_id, old.erased_at is not null, old.restricted_at is not null);
  return new;
end $$;

create trigger refuse_closed
  before update of process_status, assignee_id, processing_date, processed_by, refund_date, travel_date, full_name, email,
    traveller_email, phone_number, transaction_id, merchant_name, search_text, passport_hash, dispute_due_on,
    dispute_reason_code, dispute_outcome, state_event_id
  on orders for each row
  when (old.erased_at is not null or old.restricted_at is not null)
  execute function refuse_closed_orders_change();
