-- Gateways name an order by its payment.
create index concurrently orders_transaction on orders (transaction_id) where transaction_id is not null;
create index concurrently orders_by_gateway on orders (gateway, created_at desc, order_id desc) where gateway is not null;
