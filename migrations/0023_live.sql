-- Orders of which something changed without an event: who follows the changes reads them beside `order_events`.
create table order_changes (
  order_id bigint not null,
  xid xid8 not null default pg_current_xact_id()
);
create index order_changes_xid on order_changes (xid);

create function note_order_changes() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_table_name = 'mails' then
    insert into order_changes (order_id)
    select distinct come.order_id from come join gone using (id)
    where come.order_id is not null and come.state <> gone.state;
  elsif tg_table_name = 'downloads' then
    insert into order_changes (order_id)
    select distinct come.order_id from come join gone using (id)
    where come.completed <> gone.completed;
  else
    insert into order_changes (order_id) select distinct order_id from come;
  end if;
  return null;
end $$;

create trigger note_changes after update on mails
  referencing old table as gone new table as come for each statement execute function note_order_changes();
create trigger note_changes after update on downloads
  referencing old table as gone new table as come for each statement execute function note_order_changes();
create trigger note_changes after update on documents
  referencing old table as gone new table as come for each statement execute function note_order_changes();
