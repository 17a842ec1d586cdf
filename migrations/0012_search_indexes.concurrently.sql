create index concurrently orders_to_index on orders (order_id)
  where search_version < 1 and erased_at is null;
create index concurrently orders_family_passports on orders using gin (family_passport_hashes)
  where family_passport_hashes <> '{}';
