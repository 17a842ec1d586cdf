-- The schema of version 1.0, one chapter for each subject. docs/data-model.md says of each table what it is for and who
-- writes it; the comments here say why a column, an index or a trigger is as it is.
--
-- What tells of a person is sealed: AES-256-GCM under a data key, with table, column and row as associated data. Columns
-- that end in `_hash` hold hashes; the secrets themselves are kept nowhere.

create extension if not exists pg_trgm;

-- Members -----------------------------------------------------------------------------------------------------------------

create table members (
  id bigint generated always as identity primary key,
  name text not null,
  email text,
  password_hash text,
  -- Expiry of a password that the server made and printed.
  password_expires_at timestamptz,
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
  -- A re-authentication makes a new token; the former one stays valid for some seconds, for calls that are under way.
  -- Null until then: the token of the sign-in bears the session's own id.
  token_id uuid,
  former_token_id uuid,
  former_token_until timestamptz,
  created_at timestamptz not null,
  -- Time of the last password entry: re-authentication reads it.
  authenticated_at timestamptz not null,
  expires_at timestamptz not null,
  last_seen_at timestamptz not null,
  revoked_at timestamptz,
  -- A remembered session ends by its date alone, any other also after a time without a call.
  remembered boolean not null default false,
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

-- Browsers from which an account was signed in to; the secret is in their cookie.
create table member_devices (
  member_id bigint not null references members (id),
  token_hash bytea not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  user_agent text not null,
  primary key (token_hash, member_id)
);
create index member_devices_member on member_devices (member_id);

-- The authenticator app of a member, in use once confirmed.
create table totp_factors (
  member_id bigint primary key references members (id),
  sealed bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The time step of the last accepted code: no code is accepted twice.
  last_step bigint
);

create table recovery_codes (
  member_id bigint not null references members (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (member_id, code_hash)
);

create table passkeys (
  -- The credential's id, base64url.
  id text primary key,
  member_id bigint not null references members (id),
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_member on passkeys (member_id);

create table passkey_challenges (
  challenge_hash bytea primary key,
  member_id bigint not null references members (id),
  purpose text not null check (purpose in ('enrol', 'prove')),
  expires_at timestamptz not null
);

-- Failed attempts, counted over all servers.
create table attempts (
  id bigint generated always as identity primary key,
  scope text not null,
  -- A hash: no address and no order id stands here.
  key text not null,
  at timestamptz not null
);
create index attempts_key on attempts (scope, key, at);
create index attempts_at on attempts (at);

-- Sites and gateways ------------------------------------------------------------------------------------------------------

-- Every version stays: an order names the one that its customer agreed to.
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

-- Orders ------------------------------------------------------------------------------------------------------------------

-- The words of a name in Latin letters without accents, in the order of the alphabet, as `nameKey` makes them: a name that
-- a document prints is found whatever the order of its words.
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

-- The server permutes these numbers by a key into order ids.
create sequence order_ids as bigint start 2000001;

create table orders (
  order_id bigint primary key check (order_id between 100000 and 999999999999999),
  landing_domain text not null,

  process_status text not null check (process_status in
    ('New', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called', 'Completed', 'Refunds', 'ChargeBack', 'Deleted')),
  processing_mode text not null check (processing_mode in ('standard', 'priority', 'future')),
  assignee_id bigint references members (id),
  assigned_at timestamptz,
  -- The last event that changed status or assignee: undo and Restore act only while it is still the last. Without a foreign
  -- key, since the event is inserted after the change.
  state_event_id bigint,

  created_at timestamptz not null,
  travel_date date,
  -- The day from which the customs office takes the declaration.
  window_opens_on date,
  process_month text not null check (process_month ~ '^\d{4}-\d{2}$'),
  -- Promised time of the document.
  due_at timestamptz,
  processing_date timestamptz,
  processed_by bigint references members (id),
  refund_date timestamptz,

  -- The declaration as it was given, with family, goods and payment.
  sealed bytea not null,
  -- What lists and reports show of it: the fields of this prefix.
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
  -- Keyed hashes, each of a value and the day of travel together: of the buyer's e-mail, the card and the billing address,
  -- by which the orders of one journey are found, and of every traveller's passport number.
  household_keys bytea[] not null default '{}',
  traveller_keys bytea[] not null default '{}',

  -- A chargeback: until when it can be answered, the card scheme's reason code, and how it ended.
  dispute_due_on date,
  dispute_reason_code text,
  dispute_outcome text check (dispute_outcome in ('Won', 'Lost', 'Accepted')),

  -- Processing is restricted: Admins alone see the order and work on it, and none of its mails leaves.
  restricted_at timestamptz,
  details_erased_at timestamptz,
  erased_at timestamptz
);

-- All orders, by the four dates of the lists. An absent date sorts as the earliest, so that one comparison of (date, id)
-- pages through all rows.
create index orders_by_created on orders (created_at desc, order_id desc);
create index orders_by_travel on orders (coalesce(travel_date, '-infinity') desc, order_id desc);
create index orders_by_processing on orders (coalesce(processing_date, '-infinity') desc, order_id desc);
create index orders_by_refund on orders (coalesce(refund_date, '-infinity') desc, order_id desc);
create index orders_status_created on orders (process_status, created_at desc, order_id desc);
create index orders_status_travel on orders (process_status, coalesce(travel_date, '-infinity') desc, order_id desc);
create index orders_status_processing on orders (process_status, coalesce(processing_date, '-infinity') desc, order_id desc);
create index orders_status_refund on orders (process_status, coalesce(refund_date, '-infinity') desc, order_id desc);

-- The queues of New.
create index orders_free on orders (processing_mode, created_at desc, order_id desc)
  include (window_opens_on) where process_status = 'New' and assignee_id is null;
create index orders_assigned on orders (assignee_id, created_at desc, order_id desc)
  where process_status = 'New' and assignee_id is not null;
-- Pending is read newest first: without it, every unassigned order is passed over.
create index orders_pending on orders (created_at desc, order_id desc)
  where process_status = 'New' and assignee_id is not null;

-- The orders that wait for their document, and the unassigned New ones among them, the most urgent first: an absent promise
-- sorts as the latest. The shift desk counts open orders in one pass, by what the first includes.
create index orders_promised on orders (process_status, coalesce(due_at, 'infinity'), order_id)
  include (travel_date, window_opens_on, due_at, assignee_id, landing_domain)
  where process_status in ('New', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called');
create index orders_claimable on orders (coalesce(due_at, 'infinity'), order_id)
  include (processing_mode, window_opens_on, travel_date)
  where process_status = 'New' and assignee_id is null;
create index orders_disputed on orders (dispute_due_on)
  where process_status = 'ChargeBack' and dispute_outcome is null and dispute_due_on is not null;

-- Lists narrowed to a site, a nationality or an assignee, newest first.
create index orders_by_site on orders (landing_domain, created_at desc, order_id desc);
create index orders_by_nationality on orders (country_iso2, created_at desc, order_id desc)
  where country_iso2 is not null;
create index orders_by_assignee on orders (assignee_id, created_at desc, order_id desc)
  where assignee_id is not null;

-- A search also reads what has not been merged into its index yet: half a megabyte of it, instead of four.
create index orders_search on orders using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 512);
create index orders_passport on orders (passport_hash) where passport_hash is not null;
create index orders_open_name_key on orders (latin_name_key(full_name))
  where process_status in ('New', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called') and erased_at is null;
-- 'Send me the link again' finds a customer's orders by address.
create index orders_email on orders (lower(btrim(email)), created_at desc);
create index orders_traveller_email on orders (lower(btrim(traveller_email)), created_at desc);
create index orders_household on orders using gin (household_keys) with (gin_pending_list_limit = 512);
-- Of open orders alone: over all of them the planner would read the index of statuses beside it, 16 ms for each order view.
create index orders_travellers on orders using gin (traveller_keys) with (gin_pending_list_limit = 512)
  where process_status in ('New', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called');

-- The reports read these alone, all orders of a range or of all time, without touching the rows.
create index orders_by_country on orders (created_at) include (country_name, processing_mode)
  where process_status <> 'Deleted';
create index orders_by_fulfilment on orders (processing_date) include (processed_by, due_at, processing_mode)
  where processing_date is not null;

-- Events and undo ---------------------------------------------------------------------------------------------------------

create table order_events (
  -- By default: the statement that changes an order draws the id of its event.
  id bigint generated by default as identity primary key,
  order_id bigint not null references orders (order_id),
  at timestamptz not null,
  member_id bigint references members (id),
  -- Name of the actor: a member, the visitor, a landing site's key, an import, a job.
  actor text not null,
  action text not null,
  -- Set if the event changes status, assignee or their dates.
  before jsonb,
  after jsonb,
  -- The details that statements search; the others are in `sealed_details`.
  details jsonb not null default '{}',
  sealed_details bytea,
  -- The values that a correction replaced.
  sealed bytea,
  -- Listeners ask for what is below their snapshot's xmin, so that a late commit is not passed over.
  xid xid8 not null default pg_current_xact_id()
);
create index order_events_order on order_events (order_id, id desc);
create index order_events_xid on order_events (xid);
-- Moves of members today.
create index order_events_moves on order_events (at)
  where member_id is not null and action in ('moved', 'refunded', 'deleted');

create table undo_tokens (
  token_hash bytea primary key,
  member_id bigint not null references members (id),
  event_ids bigint[] not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index undo_tokens_age on undo_tokens (expires_at);

-- Counts ------------------------------------------------------------------------------------------------------------------

-- Signed rows whose sum is the number of orders in each place: appended, never updated, so that writers do not wait for one
-- another and every snapshot adds up. Only what decides a place is kept; a job folds the rows together.
create table order_counts (
  id bigint generated always as identity primary key,
  process_status text not null,
  assignee_id bigint,
  processing_mode text,
  window_opens_on date,
  n bigint not null
);

create function order_bucket(status text, assignee bigint, mode text, opens date)
returns table (process_status text, assignee_id bigint, processing_mode text, window_opens_on date)
language sql immutable as $$
  select status,
    case when status = 'New' then assignee end,
    case when status = 'New' and assignee is null then mode end,
    case when status = 'New' and assignee is null and mode = 'future' then opens end
$$;

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

create trigger count_inserted after insert on orders
  referencing new table as come for each statement execute function count_orders();
create trigger count_updated after update on orders
  referencing old table as gone new table as come for each statement execute function count_orders();
create trigger count_deleted after delete on orders
  referencing old table as gone for each statement execute function count_orders();

-- Months ------------------------------------------------------------------------------------------------------------------

-- Signed rows whose sum is the number of orders of a status that came in a month (UTC): a far page passes over months rather
-- than over each order before it. Appended by triggers and folded by a job, as `order_counts` are.
create table order_months (
  id bigint generated always as identity primary key,
  process_status text not null,
  month date not null,
  n bigint not null
);

create function count_order_months() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_months (process_status, month, n)
    select process_status, date_trunc('month', created_at at time zone 'UTC'), count(*) from come group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into order_months (process_status, month, n)
    select process_status, date_trunc('month', created_at at time zone 'UTC'), -count(*) from gone group by 1, 2;
  else
    insert into order_months (process_status, month, n)
    select process_status, month, sum(sign)
    from (
      select 1 as sign, process_status, date_trunc('month', created_at at time zone 'UTC') as month from come
      union all
      select -1, process_status, date_trunc('month', created_at at time zone 'UTC') from gone
    ) changed
    group by 1, 2
    having sum(sign) <> 0;
  end if;
  return null;
end $$;

create trigger count_months_inserted after insert on orders
  referencing new table as come for each statement execute function count_order_months();
create trigger count_months_updated after update on orders
  referencing old table as gone new table as come for each statement execute function count_order_months();
create trigger count_months_deleted after delete on orders
  referencing old table as gone for each statement execute function count_order_months();

-- Words of names ----------------------------------------------------------------------------------------------------------

-- The words of names in searches, each once, with every form that lacks one of its letters: two words that
-- are one letter apart share a form, in any script.
create table name_words (
  word text primary key,
  forms text[] not null
);
create index name_words_forms on name_words using gin (forms);

-- Words of a search text that may be of a name. Letters beyond ASCII are written as `~`, code, `;` and count as one.
create function name_words_of(search_text text) returns setof text
language sql immutable strict parallel safe set search_path = pg_catalog, public as $$
  select distinct word from regexp_split_to_table(search_text, '[\s.+_-]+') as word
  where word !~ '[0-9@]' and length(regexp_replace(word, '~[A-P]+;', '~', 'g')) between 3 and 40
$$;

create function name_word_forms(word text) returns text[]
language sql immutable strict parallel safe set search_path = pg_catalog, public as $$
  with letters as (
    select array_agg(found[1] order by place) as l from regexp_matches(word, '~[A-P]+;|.', 'g') with ordinality as t(found, place)
  )
  select array_agg(distinct form) from (
    select word as form
    union all
    select array_to_string(l[:place - 1] || l[place + 1:], '') from letters, generate_subscripts(l, 1) as place
  ) forms
$$;

-- The triggers write as the owner: the server only reads.
create function add_name_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into name_words (word, forms)
  select word, name_word_forms(word) from (select distinct name_words_of(search_text) as word from added) words
  on conflict do nothing;
  return null;
end $$;

-- A word goes with the last order that has it: an erased name is gone.
create function change_name_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'UPDATE' then
    insert into name_words (word, forms) select word, name_word_forms(word) from name_words_of(new.search_text) as word
    on conflict do nothing;
  end if;
  delete from name_words where word in (
    select word from name_words_of(old.search_text) as word
    where not exists (
      select from orders
      where search_text like '%' || replace(replace(word, '\', '\\'), '%', '\%') || '%'
    )
  );
  return null;
end $$;

create trigger name_words_added after insert on orders
  referencing new table as added for each statement execute function add_name_words();
create trigger name_words_changed after update of search_text on orders
  for each row when (old.search_text is distinct from new.search_text) execute function change_name_words();
create trigger name_words_deleted after delete on orders
  for each row execute function change_name_words();

-- Remarks, refunds, invoices ----------------------------------------------------------------------------------------------

create table remarks (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (order_id),
  at timestamptz not null,
  member_id bigint references members (id),
  -- The name of an unknown member of an imported remark.
  remark_name text,
  sealed_remark bytea not null,
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
  sealed_reference bytea
);

create table invoice_numbers (
  year integer not null,
  number integer not null,
  order_id bigint not null unique references orders (order_id),
  issued_at timestamptz not null,
  -- Contents of the invoice at the time of its number: a resend has the same.
  sealed_facts bytea not null,
  primary key (year, number)
);

-- Keyed hashes by which a customer is known again: a defence pack finds earlier orders of the same card, account, e-mail, IP
-- address or device without opening sealed data.
create table order_evidence_keys (
  order_id bigint not null references orders (order_id) on delete cascade,
  kind text not null check (kind in ('card', 'account', 'email', 'ip', 'device')),
  hash bytea not null,
  -- Time of payment, else of the order.
  transacted_at timestamptz not null,
  primary key (order_id, kind, hash)
);
create index order_evidence_keys_hash on order_evidence_keys (hash, transacted_at desc);

-- Documents ---------------------------------------------------------------------------------------------------------------

create table documents (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (order_id),
  -- The unguessable name in addresses, with the true extension.
  file1 text not null unique,
  -- The file's name in the store, and its own key, wrapped.
  stored_as text not null unique,
  file_key bytea not null,
  sealed_name bytea not null,
  content_type text not null,
  size bigint not null,
  sha256 bytea not null,
  mail_service_provider text not null,
  created_at timestamptz not null,
  member_id bigint references members (id),
  -- The file of a mail that it was taken from.
  message_file_id bigint,
  -- Index of the traveller on the filing sheet: 0 the applicant, then the family in its order. Null: the whole order.
  traveller smallint check (traveller >= 0),
  -- Start of the visitor's access after an upload with warnings: with its mail, so that undo comes first. Null: at once.
  visible_from timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by bigint references members (id),
  sealed_withdrawn_reason bytea,
  replaced_by bigint references documents (id),
  -- Last start of making the preview; null before.
  preview_attempted_at timestamptz,
  preview_file text,
  preview_key bytea,
  sealed_qr_text bytea
);
create index documents_order on documents (order_id, id desc);
create index documents_message_file on documents (message_file_id) where message_file_id is not null;
create index documents_preview_to_attempt on documents (id) where preview_attempted_at is null;

-- Mails and messages ------------------------------------------------------------------------------------------------------

create table mails (
  id uuid primary key default gen_random_uuid(),
  order_id bigint references orders (order_id),
  kind text not null,
  recipient text not null,
  -- Sent to the order's address at the time of sending.
  to_order boolean not null default false,
  sealed_subject bytea not null,
  -- Props of the template, which is rendered at sending.
  sealed_props bytea not null,
  provider text not null,
  document_id bigint references documents (id),
  -- Set for a resend, with the id of the first mail.
  is_resend boolean not null default false,
  resend_of uuid references mails (id),
  -- The event that caused it: undo cancels it while it waits.
  event_id bigint references order_events (id),
  created_at timestamptz not null,
  not_before timestamptz not null,

  state text not null default 'queued' check (state in
    ('queued', 'sending', 'sent', 'delivered', 'bounced', 'failed', 'unknown', 'cancelled')),
  state_at timestamptz,
  attempts integer not null default 0,
  attempted_at timestamptz,
  sent_at timestamptz,
  provider_message_id text,
  error text,
  -- Its recipient reported it as spam.
  complained_at timestamptz,
  -- Its cause was taken back: it is not tried again, and not sent again.
  taken_back_at timestamptz,
  -- A mail with a problem waits for a member until a newer one of its kind has gone, or a member says that it needs nothing.
  settled_at timestamptz,
  settled_by bigint references members (id)
);
create index mails_order on mails (order_id, created_at desc);
create index mails_created on mails (created_at desc);
-- Mails that the worker has to send.
create index mails_open on mails (not_before) where state in ('queued', 'sending');
create index mails_event on mails (event_id) where event_id is not null;
create index mails_message on mails (provider_message_id) where provider_message_id is not null;
create index mails_resend_of on mails (resend_of) where resend_of is not null;
create index mails_problems on mails (created_at desc, id)
  where state in ('bounced', 'failed', 'unknown') and kind <> 'link' and order_id is not null and settled_at is null;
-- Lists narrowed to orders whose mail failed.
create index mails_failed on mails (order_id)
  where state in ('bounced', 'failed', 'unknown') and kind <> 'link' and order_id is not null;

-- Providers' reports on a mail; a repeated delivery of a report is stored once.
create table mail_reports (
  id bigint generated always as identity primary key,
  mail_id uuid not null references mails (id),
  provider text not null,
  provider_event_id text not null,
  kind text not null check (kind in ('accepted', 'deferred', 'delivered', 'bounced', 'complained', 'refused')),
  at timestamptz not null,
  received_at timestamptz not null,
  detail text,
  unique (provider, provider_event_id)
);
create index mail_reports_mail on mail_reports (mail_id, id);

-- Mail of an order in both directions beside the notices of `mails`: replies that came in, and what staff answered.
create table messages (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (order_id),
  direction text not null check (direction in ('in', 'out')),
  at timestamptz not null,
  -- RFC 5322 Message-ID: the same mail delivered twice is kept once.
  message_id text not null,
  -- Sender, recipients, subject and text.
  sealed bytea not null,
  -- Incoming: whether the sender is the order's customer, and whether the provider authenticated the sender.
  from_customer boolean not null default false,
  authentic text not null default 'unknown' check (authentic in ('pass', 'fail', 'unknown')),
  -- Vacation notes and the like: kept, but they ask for nothing.
  automatic boolean not null default false,
  handled_at timestamptz,
  handled_by bigint references members (id),
  -- Outgoing: the author, and the mail that carries it.
  member_id bigint references members (id),
  mail_id uuid references mails (id),
  unique (order_id, message_id)
);
create index messages_mail on messages (mail_id) where mail_id is not null;
create index messages_order on messages (order_id, id desc);
create index messages_open on messages (at desc, id desc) include (order_id)
  where direction = 'in' and handled_at is null and not automatic;
create index messages_open_of_order on messages (order_id)
  where direction = 'in' and handled_at is null and not automatic;

-- One stored file of a mail serves all orders that the mail was addressed to.
create table message_files (
  id bigint generated always as identity primary key,
  message_id bigint not null references messages (id),
  stored_as text not null,
  file_key bytea not null,
  sealed_name bytea not null,
  content_type text not null,
  size bigint not null,
  sha256 bytea not null
);
create index message_files_message on message_files (message_id, id);
create index message_files_stored_as on message_files (stored_as);

alter table documents add foreign key (message_file_id) references message_files (id);

-- Mail that came in within an hour: what was received, and what was left out because a quota was used up.
create table mail_quotas (
  scope text not null check (scope in ('all', 'order', 'sender')),
  -- The order's id; a keyed hash of the sender's address; empty for all together.
  key text not null,
  -- Mail of a proven sender has a share of its own, which forged mail cannot use up.
  proven boolean not null,
  hour timestamptz not null,
  received integer not null default 0,
  bytes bigint not null default 0,
  left_out integer not null default 0,
  primary key (scope, key, hour, proven)
);
create index mail_quotas_hour on mail_quotas (hour);

-- Proposed documents ------------------------------------------------------------------------------------------------------

-- Files that may be approved documents: dropped by a member, or come in an official mail. Kept a day.
create table proposals (
  id bigint generated always as identity primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The member who dropped it; null if it came by mail.
  member_id bigint references members (id),
  message_file_id bigint references message_files (id) on delete set null,
  stored_as text not null unique,
  file_key bytea not null,
  content_type text not null,
  size integer not null,
  -- The same file is proposed once.
  sha256 bytea not null unique,
  -- Its name, its text, where it came from, and what it was compared with.
  sealed bytea not null,
  preview_file text,
  preview_key bytea,
  -- It is shown once it has been read.
  attempted_at timestamptz,
  attempts integer not null default 0,
  read_at timestamptz,
  -- Every order whose data it was compared with, and that its mail was addressed to: it goes with any of them.
  order_ids bigint[] not null default '{}',
  -- The certain order, as found when the file was read.
  certain_order_id bigint,
  -- Time of automatic sending, if it is still certain then.
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

-- Visitors ----------------------------------------------------------------------------------------------------------------

create table visitor_sessions (
  token_hash bytea primary key,
  order_id bigint not null references orders (order_id),
  ip text not null,
  -- A visitor who opened the order with the buyer's e-mail is told it; one who did with the traveller's is not.
  by_buyer boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index visitor_sessions_known on visitor_sessions (order_id, ip);

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
  claimed boolean not null default false,
  -- Downloads that came after as many of the same document as a day records: counted with the newest.
  repeats integer not null default 0
);
create index downloads_order on downloads (order_id, id desc);

-- Questions to customers by a link in a mail, one open question an order. Fields, values and the member's words are
-- sealed.
create table customer_questions (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (order_id),
  token_hash bytea not null unique,
  -- The event that asked, by which undo finds it.
  event_id bigint not null,
  mail_id uuid not null references mails (id),
  asked_at timestamptz not null,
  asked_by bigint not null references members (id),
  expires_at timestamptz not null,
  sealed bytea not null,
  -- The question that this one replaced, which undo restores.
  replaces bigint references customer_questions (id),
  -- Time and kind of its end; null while open.
  ended_at timestamptz,
  ended_as text check (ended_as in ('answered', 'replaced', 'cancelled')),
  check ((ended_at is null) = (ended_as is null))
);
create unique index customer_questions_open on customer_questions (order_id) where ended_at is null;
create index customer_questions_order on customer_questions (order_id);
create index customer_questions_event on customer_questions (event_id);
create index customer_questions_mail on customer_questions (mail_id);
create index customer_questions_replaces on customer_questions (replaces) where replaces is not null;

-- Staff's desk ------------------------------------------------------------------------------------------------------------

-- Viewers of orders: the last report of the open page, and whether it was closed since.
create table order_viewers (
  order_id bigint not null references orders (order_id),
  member_id bigint not null references members (id),
  seen_at timestamptz not null,
  has_left boolean not null,
  primary key (order_id, member_id)
);
create index order_viewers_seen on order_viewers (seen_at);

-- Unsent texts of members about an order; one of a member, an order and a kind.
create table drafts (
  order_id bigint not null references orders (order_id),
  member_id bigint not null references members (id),
  kind text not null check (kind in ('remark', 'answer', 'question')),
  -- Changes with every save and is never reused: distinguishes what a page has read from what is stored.
  revision bigint generated always as identity,
  sealed bytea not null,
  updated_at timestamptz not null,
  primary key (order_id, member_id, kind)
);
create index drafts_member on drafts (member_id);
create index drafts_updated on drafts (updated_at);

-- Prepared texts for comments, and for answers and questions to customers. Without an owner a template belongs to all.
create table templates (
  id bigint generated always as identity primary key,
  owner_id bigint references members (id),
  purpose text not null check (purpose in ('remark', 'answer', 'question')),
  name text not null,
  -- By language.
  texts jsonb not null,
  -- Flags and move besides the text.
  move_to text,
  flags text[] not null,
  revision integer not null default 1,
  changed_by bigint not null references members (id),
  changed_at timestamptz not null,
  -- Kept, so that it can be brought back.
  deleted_at timestamptz
);
create unique index templates_name on templates (coalesce(owner_id, 0), purpose, lower(btrim(name))) where deleted_at is null;

-- Lists that members have saved: a queue, what it is narrowed by and how it is sorted. Without an owner it belongs to all.
create table views (
  id bigint generated always as identity primary key,
  owner_id bigint references members (id),
  name text not null,
  queue text not null,
  filters jsonb not null,
  sort text not null,
  sort_order text not null check (sort_order in ('asc', 'desc')),
  created_at timestamptz not null,
  -- Kept, so that it can be brought back.
  deleted_at timestamptz
);
create unique index views_name on views (coalesce(owner_id, 0), lower(btrim(name))) where deleted_at is null;

-- Which views a member has in the sidebar.
create table view_pins (
  member_id bigint not null references members (id),
  view_id bigint not null references views (id),
  primary key (member_id, view_id)
);
create index view_pins_view on view_pins (view_id);

-- One change of all orders that the query of a list matched: chosen once, and then worked in batches.
create table bulk_runs (
  id uuid primary key default gen_random_uuid(),
  member_id bigint not null references members (id),
  -- The session whose rights it uses: the run stops with it.
  session_id uuid not null references sessions (id),
  queue text not null,
  action jsonb not null,
  total integer not null,
  -- The pass that is under way; null after its end.
  pass text check (pass in ('change', 'undo')),
  -- Time of its last batch, so that several runs take turns.
  worked_at timestamptz not null,
  started_at timestamptz not null,
  done_batches integer not null default 0,
  changed integer not null default 0,
  refused integer not null default 0,
  finished_at timestamptz,
  stop_reason text,
  undo_started_at timestamptz,
  undone_batches integer not null default 0,
  undone integer not null default 0,
  kept integer not null default 0,
  undo_finished_at timestamptz,
  undo_stop_reason text
);
create index bulk_runs_under_way on bulk_runs (worked_at) where pass is not null;
create index bulk_runs_age on bulk_runs (started_at);

create table bulk_run_batches (
  run_id uuid not null references bulk_runs (id) on delete cascade,
  -- From 1, in the order of the ids.
  number integer not null,
  order_ids bigint[] not null,
  -- Events of the changed orders; null until the batch is done.
  event_ids bigint[],
  -- [{orderId, reason}] of orders that were not changed, and of those that undo left.
  refusals jsonb,
  kept jsonb,
  primary key (run_id, number)
);

-- Origins of the official page, named by Admins: the form filler fills forms of these alone.
create table form_origins (
  id bigint generated always as identity primary key,
  origin text not null unique,
  created_at timestamptz not null,
  created_by bigint not null references members (id)
);

-- Single-use tokens of the form filler for one traveller of one order: the row is deleted with the use.
create table fill_tokens (
  token_hash bytea primary key,
  order_id bigint not null references orders (order_id),
  traveller integer not null,
  session_id uuid not null references sessions (id),
  expires_at timestamptz not null
);
create index fill_tokens_expires on fill_tokens (expires_at);

-- Intake ------------------------------------------------------------------------------------------------------------------

create table intake_keys (
  id bigint generated always as identity primary key,
  name text not null,
  key_hash bytea not null unique,
  -- Domains of the sites whose orders it may send; null for all.
  domains text[],
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);

-- The first answer to a request, for a repeat with the same key.
create table idempotency_keys (
  owner text not null,
  key text not null,
  body_hash bytea not null,
  -- Null within the transaction that claims the key, and for a line of an import, which gets no answer.
  sealed_reply bytea,
  created_at timestamptz not null,
  primary key (owner, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Progress of each imported file, by its hash: a killed import resumes from there.
create table import_files (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Number of records from the beginning of the file that are committed.
  records bigint not null default 0,
  imported bigint not null default 0,
  known bigint not null default 0,
  refused bigint not null default 0,
  -- Length of the report of refused lines, which is written before its transaction ends.
  report_bytes bigint not null default 0
);

-- Privacy (UU 27/2022) ----------------------------------------------------------------------------------------------------

create table privacy_requests (
  id uuid primary key,
  -- The customer's name, e-mail and words; null once the customer is erased and told.
  sealed bytea,
  kinds text[] not null check (
    cardinality(kinds) > 0 and kinds <@ array['access', 'correction', 'restriction', 'erasure']),
  channel text not null check (channel in ('e-mail', 'telephone', 'site', 'letter')),
  order_ids bigint[] not null,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  created_at timestamptz not null,
  created_by bigint not null references members (id),
  closed_at timestamptz,
  closed_by bigint references members (id),
  -- The answer to the customer.
  mail_id uuid references mails (id)
);
create index privacy_requests_asked on privacy_requests (asked_at desc, id);

-- Steps done for a request.
create table privacy_steps (
  request_id uuid not null references privacy_requests (id),
  step text not null check (step in ('identity', 'restriction', 'correction', 'access', 'erasure')),
  at timestamptz not null,
  member_id bigint not null references members (id),
  primary key (request_id, step)
);

-- Links by which customers fetch their access files. The file is made when it is asked for, and kept nowhere.
create table access_links (
  token_hash bytea primary key,
  request_id uuid not null references privacy_requests (id),
  -- Null once the mail is deleted, because its customer is erased.
  mail_id uuid references mails (id),
  sent_at timestamptz not null,
  sent_by bigint not null references members (id),
  expires_at timestamptz not null,
  -- Replaced by a newer link.
  replaced_at timestamptz,
  -- Time of the first correct e-mail.
  opened_at timestamptz,
  -- Of the PDF and of the JSON: when a download began that has not left whole yet, and when one did.
  pdf_began_at timestamptz,
  pdf_fetched_at timestamptz,
  json_began_at timestamptz,
  json_fetched_at timestamptz
);
create unique index access_links_current on access_links (request_id) where replaced_at is null;
create index access_links_request on access_links (request_id, sent_at);

-- Orders to be erased: a job takes those that are not done, so that it resumes after a kill.
create table erasures (
  request_id uuid not null references privacy_requests (id),
  order_id bigint not null references orders (order_id),
  -- 'disputed': what an open dispute needs stays, until it ends.
  part text not null check (part in ('all', 'disputed')),
  asked_at timestamptz not null,
  asked_by bigint not null references members (id),
  done_at timestamptz,
  primary key (request_id, order_id)
);
create index erasures_open on erasures (asked_at, order_id) where done_at is null;

-- Which orders were erased, what of them and when: a restored database, which may be of an earlier time, is told by a list
-- that is kept with the backups, and repeats them. One row an order, for its latest erasure.
create table erased_orders (
  order_id bigint primary key references orders (order_id),
  part text not null check (part in ('all', 'disputed', 'details')),
  erased_at timestamptz not null
);
create index erased_orders_erased_at on erased_orders (erased_at);

-- Files whose rows are gone, to be removed where no other row names them.
create table erased_files (
  id bigint generated always as identity primary key,
  place text not null check (place in ('store', 'outbox')),
  name text not null
);

-- The net below `lockOrders` (orders/order-access.ts): nothing new comes to an order whose data are erased, and nothing of a
-- member to one that is restricted to Admins, whichever statement forgot to ask. SQLSTATE PBnnn is answered with HTTP nnn.
-- `pabean.role` is the role of the member whose call the transaction is; unset in every other transaction.
create function refuse_closed_order(id bigint, is_erased boolean, is_restricted boolean) returns void language plpgsql as $$
begin
  if is_erased then
    raise exception 'Order % was erased.', id using errcode = 'PB409';
  end if;
  if is_restricted and coalesce(current_setting('pabean.role', true), '') not in ('', 'Admin') then
    raise exception 'Order % is restricted, as its customer asked: only an Admin can see it and work on it.', id
      using errcode = 'PB403';
  end if;
end $$;

-- A writer to an order that is being erased waits for it, and is then refused. The triggers' name sorts after those of the
-- foreign keys' triggers, which wait; the query that follows sees what was waited for.
create function refuse_erased_order() returns trigger language plpgsql as $$
begin
  perform refuse_closed_order(order_id, erased_at is not null, restricted_at is not null)
  from orders where order_id = new.order_id and (erased_at is not null or restricted_at is not null);
  return null;
end $$;

create trigger refuse_erased after insert on remarks for each row execute function refuse_erased_order();
create trigger refuse_erased after insert on documents for each row execute function refuse_erased_order();
create trigger refuse_erased after insert on downloads for each row execute function refuse_erased_order();
create trigger refuse_erased after insert on messages for each row execute function refuse_erased_order();
create trigger refuse_erased after insert on visitor_sessions for each row execute function refuse_erased_order();
create trigger refuse_erased after insert on mails for each row
  when (new.order_id is not null) execute function refuse_erased_order();
create trigger refuse_erased after insert or update of amount on refunds for each row execute function refuse_erased_order();
create trigger refuse_erased after insert on invoice_numbers for each row execute function refuse_erased_order();
create trigger refuse_erased after insert on drafts for each row execute function refuse_erased_order();
create trigger refuse_erased after insert on customer_questions for each row execute function refuse_erased_order();
create trigger refuse_erased after insert on fill_tokens for each row execute function refuse_erased_order();
-- An event with a state before it is inserted by the statement that changes its order, which the last trigger asks; the
-- first one comes with its order.
create trigger refuse_erased after insert on order_events for each row
  when (new.before is null and new.action <> 'created') execute function refuse_erased_order();

create function refuse_closed_orders_change() returns trigger language plpgsql as $$
begin
  perform refuse_closed_order(old.order_id, old.erased_at is not null, old.restricted_at is not null);
  return new;
end $$;

-- Sealed columns are sealed anew by other keys: they are not among these.
create trigger refuse_closed
  before update of process_status, assignee_id, processing_date, processed_by, refund_date, travel_date, full_name, email,
    traveller_email, phone_number, transaction_id, merchant_name, search_text, passport_hash, dispute_due_on,
    dispute_reason_code, dispute_outcome, state_event_id
  on orders for each row
  when (old.erased_at is not null or old.restricted_at is not null)
  execute function refuse_closed_orders_change();

-- Live changes ------------------------------------------------------------------------------------------------------------

-- Orders that changed without an event: a listener reads them beside `order_events`.
create table order_changes (
  order_id bigint not null,
  xid xid8 not null default pg_current_xact_id()
);
create index order_changes_xid on order_changes (xid);

-- The triggers write as the owner: the server only reads and deletes.
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

create function note_proposal_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into order_changes (order_id) select distinct unnest(order_ids) from come where read_at is not null;
  return null;
end $$;

create trigger note_changes after update on proposals
  referencing new table as come for each statement execute function note_proposal_changes();

-- Settings and web assets -------------------------------------------------------------------------------------------------

-- Small facts that outlive a process, such as the keys that the database keeps sealed.
create table settings (
  key text primary key,
  value jsonb not null
);

-- The built files of the pages, by the path at which they are served: a page of another version that is still open finds its
-- parts at any server. `replaced_at`: since when no server has started with the file; null for those of the latest start.
create table web_assets (
  path text primary key,
  content bytea not null,
  replaced_at timestamptz
);

-- Audit -------------------------------------------------------------------------------------------------------------------

-- An entry says for itself who did what, on which order, in which session and from where, without foreign keys: it outlives
-- members' names, sessions and orders. `mac` is the server's own, so that an entry which another role wrote is found.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  member_id bigint,
  actor text not null,
  role text,
  action text not null,
  details jsonb not null default '{}',
  order_id bigint,
  session_id uuid,
  ip text,
  user_agent text,
  mac bytea not null,
  xid xid8 not null default pg_current_xact_id()
);
create index audit_events_at on audit_events (at, id);
create index audit_events_action on audit_events (action, at, id);
create index audit_events_order on audit_events (order_id, at, id) where order_id is not null;
create index audit_events_member on audit_events (member_id, at, id);
create index audit_events_session on audit_events (session_id, id) where session_id is not null;
-- A job chains what is below the snapshot's xmin, so that a late commit is not passed over.
create index audit_events_xid on audit_events (xid, id);

create table audit_chain (
  seq bigint primary key,
  event_id bigint not null unique,
  previous bytea not null,
  hash bytea not null,
  chained_at timestamptz not null
);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit are only ever added' using errcode = 'insufficient_privilege';
end $$;

create trigger audit_events_append_only before update or delete or truncate on audit_events
  for each statement execute function refuse_audit_change();
create trigger audit_chain_append_only before update or delete or truncate on audit_chain
  for each statement execute function refuse_audit_change();
-- Also where a session plays a replica.
alter table audit_events enable always trigger audit_events_append_only;
alter table audit_chain enable always trigger audit_chain_append_only;

-- The chain belongs to a role as which no session logs in, and is written by one that may only add to it. Roles are the
-- cluster's: another database's migration may have made them. Where the owner may make none, the chain stays the owner's,
-- and the server says so.
do $$
begin
  if to_regrole('pabean_audit_writer') is null then
    begin
      create role pabean_audit_writer nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  if to_regrole('pabean_audit_owner') is null then
    begin
      create role pabean_audit_owner nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  grant usage on schema public to pabean_audit_writer;
  grant select on audit_events, audit_chain to pabean_audit_writer;
  grant insert on audit_chain to pabean_audit_writer;
  if (select rolsuper from pg_roles where rolname = current_user) then
    alter table audit_chain owner to pabean_audit_owner;
  else
    execute format('grant pabean_audit_writer, pabean_audit_owner to %I', current_user);
    grant create on schema public to pabean_audit_owner;
    alter table audit_chain owner to pabean_audit_owner;
    execute format('grant select on audit_chain to %I', current_user);
    revoke create on schema public from pabean_audit_owner;
    execute format('revoke pabean_audit_owner from %I', current_user);
  end if;
exception when insufficient_privilege or undefined_object then
  raise notice 'the audit''s chain has no role of its own: %', sqlerrm;
end $$;
