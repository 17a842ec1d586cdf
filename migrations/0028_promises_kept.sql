-- The two reports of processed orders read this alone; it takes the place of the index that one of them had.
create index orders_by_fulfilment on orders (processing_date) include (processed_by, due_at, processing_mode)
  where processing_date is not null;
drop index orders_by_processor;
