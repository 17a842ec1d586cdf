-- Gateways name an order by its payment.
create index concurrently orders_transaction on orders (transaction_id) where transaction_id is not null;
create index concurrently orders_by_gateway on orders (gateway, created_at desc, order_id desc) where gateway is not null;
-- The chargeback queue by the time until which its disputes are answered.
create index concurrently orders_answered on orders
  ((coalesce(case when dispute_outcome is null and dispute_settled_as is null then dispute_due_at end, 'infinity')), order_id)
  where process_status = 'ChargeBack';
