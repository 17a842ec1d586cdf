-- Keyed hashes, each of a value and the day of travel together: of the buyer's e-mail, the card and the billing address, by which
-- the orders of one journey are found, and of every traveller's passport number. Null: an older version's, which a job computes
-- while the order waits for its document.
alter table orders add column household_keys bytea[], add column traveller_keys bytea[];
create index orders_household on orders using gin (household_keys) with (gin_pending_list_limit = 512);
-- Of open orders alone: over all of them the planner would read the index of statuses beside it, 16 ms for each order view.
create index orders_travellers on orders using gin (traveller_keys) with (gin_pending_list_limit = 512)
  where process_status in ('New', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called');
create index orders_without_journey_keys on orders (order_id)
  where household_keys is null and erased_at is null
    and process_status in ('New', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called');

-- Whose a document is, by the place on the filing sheet: 0 the applicant, then the family in its order. Null: of all of them.
alter table documents add column traveller smallint check (traveller >= 0);
