-- Of which file an order is: a whole file can be taken back while nothing else has come of its orders.
create table imported_orders (
  order_id bigint primary key references orders (order_id),
  -- Hash of what the file contains, as in `import_files`.
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- In `idempotency_keys`, of the owner 'import'.
  key text not null
);
create index imported_orders_sha256 on imported_orders (sha256);

-- Deletes the orders of a file as if it had never come, all or none (product §5). Returns up to ten orders that have
-- more than the import gave them; then nothing is deleted. It runs as the owner: the server itself deletes no order.
create function take_back_import(file bytea) returns bigint[]
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  taken bigint[];
  kept bigint[] := '{}';
  refers record;
  former bigint;
  authors bigint[];
begin
  taken := array(
    select o.order_id from orders o join imported_orders i using (order_id) where i.sha256 = file
    order by o.order_id for update of o
  );
  kept := array(
    select e.order_id from order_events e where e.order_id = any(taken) and e.action <> 'created' limit 10
  );
  -- Whatever else refers to an order came after the import.
  for refers in
    select c.conrelid::regclass as relation, a.attname as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'orders'::regclass and c.conrelid <> all(array[
      'order_events', 'remarks', 'order_evidence_keys', 'order_viewers', 'imported_orders']::regclass[])
  loop
    execute format('select $1 || array(select distinct %I from %s where %1$I = any($2) limit 10)', refers.name, refers.relation)
    into kept using kept, taken;
  end loop;
  if cardinality(kept) > 0 then
    return array(select distinct o from unnest(kept) o order by o limit 10);
  end if;

  authors := array(
    select m.id from members m
    where m.password_hash is null and m.email is null and m.removed_at = m.created_at and m.id in (
      select unnest(array[assignee_id, processed_by]) from orders where order_id = any(taken))
  );
  delete from idempotency_keys where owner = 'import' and key in (select key from imported_orders where sha256 = file);
  delete from imported_orders where sha256 = file;
  delete from order_viewers where order_id = any(taken);
  delete from remarks where order_id = any(taken);
  delete from order_events where order_id = any(taken);
  delete from orders where order_id = any(taken);
  -- Former members whom the import made, unless other orders name them.
  foreach former in array authors loop
    begin
      delete from members where id = former;
    exception when foreign_key_violation then null;
    end;
  end loop;
  delete from import_files where sha256 = file;
  return '{}';
end $$;
