-- A chargeback's due date, the card scheme's reason code, and how it ended.
alter table orders
  add column dispute_due_on date,
  add column dispute_reason_code text,
  add column dispute_outcome text check (dispute_outcome in ('Won', 'Lost', 'Accepted'));
