-- The domains of the sites that a key may send orders of; null for all, as it was before.
alter table intake_keys add column domains text[];
