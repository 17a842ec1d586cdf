-- The two reports read these alone: all orders of a range, or of all time, without touching the rows themselves.
create index orders_by_country on orders (created_at) include (country_name, processing_mode)
  where process_status <> 'Deleted';
create index orders_by_processor on orders (processing_date) include (processed_by)
  where processing_date is not null;

-- What an invoice says, as it was when its number was drawn: a resend says the same.
alter table invoice_numbers add column facts jsonb not null;
