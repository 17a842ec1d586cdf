-- The words of a name in Latin letters without accents, in the order of the alphabet, as `nameKey` makes them: a name that a
-- document prints is found whatever word of it stands first.
create function latin_name_key(name text) returns text
language sql immutable strict parallel safe set search_path = pg_catalog, public as $$
  select string_agg(word, ' ' order by word collate "C")
  from regexp_split_to_table(
    replace(replace(replace(replace(
      translate(
        lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f\u00ad\u200b-\u200f]', '', 'g')),
        'øØłŁđĐðÐħĦıŧŦŋŊ', 'oollddddhhittnn'
      ),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[^a-z0-9]+'
  ) as word
  where word <> ''
$$;
create index orders_open_name_key on orders (latin_name_key(full_name))
  where process_status in ('New', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called') and erased_at is null;

-- Files that may be approved documents: dropped by a member, or come in an official mail. Kept a day.
create table proposals (
  id bigint generated always as identity primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Who dropped it; nobody where it came by mail.
  member_id bigint references members (id),
  message_file_id bigint references message_files (id) on delete set null,
  stored_as text not null unique,
  file_key bytea not null,
  content_type text not null,
  size integer not null,
  -- The same file is proposed once.
  sha256 bytea not null unique,
  -- Its name, its text and where it came from.
  sealed bytea not null,
  preview_file text,
  preview_key bytea,
  -- It is shown once it has been read.
  attempted_at timestamptz,
  attempts integer not null default 0,
  read_at timestamptz,
  -- Every order whose data it was compared with, and that its mail was addressed to: it goes with any of them.
  order_ids bigint[] not null default '{}',
  -- The order that it is of for certain, as found when it was read.
  certain_order_id bigint,
  -- When it is sent by itself, if it is then still certain.
  send_at timestamptz,
  dismissed_at timestamptz,
  dismissed_by bigint references members (id),
  sent_at timestamptz,
  sent_by bigint references members (id),
  sent_order_id bigint,
  -- The event of the upload, by which undo finds it.
  sent_event_id bigint
);
create index proposals_open on proposals (id) where read_at is not null and sent_at is null and dismissed_at is null;
create index proposals_unread on proposals (id) where read_at is null;
create index proposals_due on proposals (send_at) where send_at is not null;
create index proposals_expire on proposals (expires_at);
create index proposals_orders on proposals using gin (order_ids);
create index proposals_sent on proposals (sent_event_id) where sent_event_id is not null;

-- Who follows the changes of an order hears of its proposals.
create function note_proposal_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into order_changes (order_id) select distinct unnest(order_ids) from come where read_at is not null;
  return null;
end $$;
create trigger note_changes after update on proposals
  referencing new table as come for each statement execute function note_proposal_changes();
