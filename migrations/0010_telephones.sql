-- The number as read, for lists; null in orders that were stored before.
alter table orders add column telephone text;
