-- Who opened the order with its own e-mail is told it; who did with the traveller's is not.
alter table visitor_sessions add column by_buyer boolean not null default false;
