-- The mode of an order that is New because its travel day cannot be meant: a corrected day gives it back (product §16).
alter table orders add column given_mode text check (given_mode in ('standard', 'priority', 'future'));
