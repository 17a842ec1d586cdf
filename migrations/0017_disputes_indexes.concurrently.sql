-- Gateways name an order by its payment.
create index concurrently orders_transaction on orders (transaction_id) where transaction_id is not null;
