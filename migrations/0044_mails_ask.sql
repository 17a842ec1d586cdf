alter table mails
  -- Its cause was taken back: it is not tried again, and not sent again.
  add column taken_back_at timestamptz,
  -- To the order's own address, whichever that is when it leaves.
  add column to_order boolean not null default false;
