create extension if not exists pg_trgm;

-- People and their sessions ---------------------------------------------------------------------------------------

create table members (
  id bigint generated always as identity primary key,
  name text not null,
  email text,
  password_hash text,
  role text not null check (role in ('Admin', 'Manager', 'Team', 'Telecaller', 'Night Staff')),
  created_at timestamptz not null,
  -- A removed member keeps the name on what they did; e-mail and name are free again.
  removed_at timestamptz
);
create unique index members_name on members (lower(btrim(name))) where removed_at is null;
create unique index members_email on members (lower(btrim(email))) where removed_at is null;

create table sessions (
  id uuid primary key default gen_random_uuid(),
  member_id bigint not null references members (id),
  created_at timestamptz not null,
  -- When the password was last given: re-authentication reads it.
  authenticated_at timestamptz not null,
  expires_at timestamptz not null,
  last_seen_at timestamptz not null,
  revoked_at timestamptz,
  ip text not null,
  user_agent text not null
);
create index sessions_member on sessions (member_id) where revoked_at is null;

create table password_resets (
  token_hash bytea primary key,
  member_id bigint not null references members (id),
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Failed tries, counted for all instances together.
create table attempts (
  id bigint generated always as identity primary key,
  scope text not null,
  key text not null,
  at timestamptz not null
);
create index attempts_key on attempts (scope, key, at);
create index attempts_at on attempts (at);

create table intake_keys (
  id bigint generated always as identity primary key,
  name text not null,
  key_hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);

-- What a first answer said, for a repeat with the same key.
create table idempotency_keys (
  owner text not null,
  key text not null,
  body_hash bytea not null,
  reply jsonb not null,
  created_at timestamptz not null,
  primary key (owner, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  member_id bigint references members (id),
  action text not null,
  details jsonb not null default '{}'
);

-- Sites and what their customers agreed to ------------------------------------------------------------------------

create table site_policies (
  domain text not null,
  kind text not null check (kind in ('terms', 'refund')),
  version text not null,
  text text not null,
  first_seen_at timestamptz not null,
  primary key (domain, kind, version)
);

create table payment_gateways (
  id bigint generated always as identity primary key,
  gateway_name text not null unique,
  is_active boolean not null default false
);
create unique index payment_gateways_active on payment_gateways (is_active) where is_active;
insert into payment_gateways (gateway_name, is_active)
values ('Stripe', true), ('PayPal', false), ('Authorize.Net', false), ('Xendit', false), ('Midtrans', false);

-- Orders ----------------------------------------------------------------------------------------------------------

create sequence order_ids as bigint start 2000001;

create table orders (
  order_id bigint primary key check (order_id between 100000 and 999999999999999),
  landing_domain text not null,
  process_status text not null check (process_status in
    ('New', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called', 'Completed', 'Refunds', 'ChargeBack', 'Deleted')),
  processing_mode text not null check (processing_mode in ('standard', 'priority', 'future')),
  assignee_id bigint references members (id),
  assigned_at timestamptz,
  created_at timestamptz not null,
  travel_date date,
  -- The day from which the customs office takes the declaration.
  window_opens_on date,
  process_month text not null check (process_month ~ '^\d{4}-\d{2}$'),
  processing_date timestamptz,
  processed_by bigint references members (id),
  refund_date timestamptz,
  due_at timestamptz,
  -- What lists and reports show of the sealed data: the fields of the filled prefix.
  prefix text not null check (prefix in ('arrival', 'departure', '')),
  full_name text not null,
  email text not null,
  traveller_email text not null,
  phone_code text not null,
  phone_number text not null,
  departure_time text not null,
  nationality text not null,
  country_name text not null,
  country_iso2 text,
  transport_type text not null,
  language text,
  amount numeric(14, 2),
  currency text,
  transaction_id text,
  merchant_name text,
  search_text text not null,
  passport_hash bytea,
  -- gzip, then AES-256-GCM with the key id in front and the order id as associated data.
  sealed bytea not null,
  -- The last event that changed status or assignee: undo and Restore are good only while it is still the last.
  state_event_id bigint
);
create index orders_by_created on orders (created_at desc, order_id desc);
-- An absent date sorts as the earliest, so that one comparison of (date, id) pages through all rows.
create index orders_by_travel on orders (coalesce(travel_date, '-infinity') desc, order_id desc);
create index orders_by_processing on orders (coalesce(processing_date, '-infinity') desc, order_id desc);
create index orders_by_refund on orders (coalesce(refund_date, '-infinity') desc, order_id desc);
create index orders_status_created on orders (process_status, created_at desc, order_id desc);
create index orders_status_travel on orders (process_status, coalesce(travel_date, '-infinity') desc, order_id desc);
create index orders_status_processing on orders (process_status, coalesce(processing_date, '-infinity') desc, order_id desc);
create index orders_status_refund on orders (process_status, coalesce(refund_date, '-infinity') desc, order_id desc);
create index orders_free on orders (processing_mode, created_at desc, order_id desc)
  include (window_opens_on) where process_status = 'New' and assignee_id is null;
create index orders_assigned on orders (assignee_id, created_at desc, order_id desc)
  where process_status = 'New' and assignee_id is not null;
create index orders_search on orders using gin (search_text gin_trgm_ops);
create index orders_passport on orders (passport_hash) where passport_hash is not null;

-- Signed rows whose sum is the number of orders in each place: appended, never updated, so that writers do not wait
-- for one another and every snapshot adds up. Only what decides a place is kept; a job folds the rows together.
create table order_counts (
  id bigint generated always as identity primary key,
  process_status text not null,
  assignee_id bigint,
  processing_mode text,
  window_opens_on date,
  n bigint not null
);

create function count_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_counts (process_status, assignee_id, processing_mode, window_opens_on, n)
    select b.*, count(*) from come, lateral (select * from order_bucket(process_status, assignee_id, processing_mode, window_opens_on)) b
    group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into order_counts (process_status, assignee_id, processing_mode, window_opens_on, n)
    select b.*, -count(*) from gone, lateral (select * from order_bucket(process_status, assignee_id, processing_mode, window_opens_on)) b
    group by 1, 2, 3, 4;
  else
    insert into order_counts (process_status, assignee_id, processing_mode, window_opens_on, n)
    select b.*, sum(d.sign)
    from (
      select 1 as sign, process_status, assignee_id, processing_mode, window_opens_on from come
      union all
      select -1, process_status, assignee_id, processing_mode, window_opens_on from gone
    ) d, lateral (select * from order_bucket(d.process_status, d.assignee_id, d.processing_mode, d.window_opens_on)) b
    group by 1, 2, 3, 4
    having sum(d.sign) <> 0;
  end if;
  return null;
end $$;

create function order_bucket(status text, assignee bigint, mode text, opens date)
returns table (process_status text, assignee_id bigint, processing_mode text, window_opens_on date)
language sql immutable as $$
  select status,
    case when status = 'New' then assignee end,
    case when status = 'New' and assignee is null then mode end,
    case when status = 'New' and assignee is null and mode = 'future' then opens end
$$;

create trigger count_inserted after insert on orders
  referencing new table as come for each statement execute function count_orders();
create trigger count_updated after update on orders
  referencing old table as gone new table as come for each statement execute function count_orders();
create trigger count_deleted after delete on orders
  referencing old table as gone for each statement execute function count_orders();

create table order_events (
  id bigint generated by default as identity primary key,
  order_id bigint not null references orders (order_id),
  at timestamptz not null,
  member_id bigint references members (id),
  -- Who, where it was no member: visitor, intake, import, the worker.
  actor text not null,
  action text not null,
  -- For what changed status, assignee or the dates that go with them.
  before jsonb,
  after jsonb,
  details jsonb not null default '{}',
  -- Old values of corrected customer data.
  sealed bytea,
  -- Listeners ask for what is below their snapshot's xmin, so that a late commit is not passed over.
  xid xid8 not null default pg_current_xact_id()
);
create index order_events_order on order_events (order_id, id desc);
create index order_events_xid on order_events (xid);

create table undo_tokens (
  token_hash bytea primary key,
  member_id bigint not null references members (id),
  event_ids bigint[] not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index undo_tokens_age on undo_tokens (expires_at);

create table remarks (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (order_id),
  at timestamptz not null,
  member_id bigint references members (id),
  -- The name of an unknown member of an imported remark.
  remark_name text,
  remark text not null,
  whatsapp boolean not null default false,
  telephone boolean not null default false,
  status_refund boolean not null default false,
  voided boolean not null default false,
  chargeback boolean not null default false
);
create index remarks_order on remarks (order_id, id desc);

create table refunds (
  id bigint generated always as identity primary key,
  order_id bigint not null unique references orders (order_id),
  at timestamptz not null,
  member_id bigint references members (id),
  amount numeric(14, 2),
  currency text,
  reference text
);

create table documents (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (order_id),
  -- An unguessable name with the true extension; the file in the store has it too.
  file1 text not null unique,
  name text not null,
  content_type text not null,
  size bigint not null,
  sha256 bytea not null,
  mail_service_provider text not null,
  created_at timestamptz not null,
  member_id bigint references members (id),
  withdrawn_at timestamptz,
  withdrawn_by bigint references members (id),
  withdrawn_reason text,
  replaced_by bigint references documents (id)
);
create index documents_order on documents (order_id, id desc);

create table mails (
  id uuid primary key default gen_random_uuid(),
  order_id bigint references orders (order_id),
  kind text not null,
  recipient text not null,
  subject text not null,
  -- What the template needs; rendered when it is sent.
  props jsonb not null,
  provider text not null,
  state text not null default 'queued' check (state in
    ('queued', 'sending', 'sent', 'delivered', 'bounced', 'failed', 'unknown', 'cancelled')),
  document_id bigint references documents (id),
  remainder boolean not null default false,
  -- The event that caused it: undo cancels it while it waits.
  event_id bigint references order_events (id),
  created_at timestamptz not null,
  not_before timestamptz not null,
  attempts integer not null default 0,
  attempted_at timestamptz,
  sent_at timestamptz,
  provider_message_id text,
  error text
);
create index mails_order on mails (order_id, created_at desc);
create index mails_created on mails (created_at desc);
-- What the worker still has to do.
create index mails_open on mails (not_before) where state in ('queued', 'sending');
create index mails_event on mails (event_id) where event_id is not null;
create index mails_message on mails (provider_message_id) where provider_message_id is not null;

create table downloads (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (order_id),
  document_id bigint not null references documents (id),
  at timestamptz not null,
  ip text not null,
  timezone text not null,
  browser text not null,
  os text not null,
  user_agent text not null,
  bytes_sent bigint,
  completed boolean not null default false,
  -- The GET that follows a recorded download fills this one in.
  claimed boolean not null default false
);
create index downloads_order on downloads (order_id, id desc);

create table visitor_sessions (
  token_hash bytea primary key,
  order_id bigint not null references orders (order_id),
  ip text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index visitor_sessions_known on visitor_sessions (order_id, ip);

create table invoice_numbers (
  year integer not null,
  number integer not null,
  order_id bigint not null unique references orders (order_id),
  issued_at timestamptz not null,
  primary key (year, number)
);

-- Filled by the demo and by import, so that a second run doubles nothing.
create table settings (
  key text primary key,
  value jsonb not null
);
