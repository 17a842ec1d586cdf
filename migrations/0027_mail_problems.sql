-- A mail that was not delivered, or of which that is not known, waits for a member until a newer one of its kind has gone,
-- or somebody says that it needs nothing more.
alter table mails
  add column settled_at timestamptz,
  add column settled_by bigint references members (id);

create index mails_problems on mails (created_at desc, id)
  where state in ('bounced', 'failed', 'unknown') and kind <> 'link' and order_id is not null and settled_at is null;
