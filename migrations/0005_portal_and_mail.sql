-- What a mail of the same kind was sent again for, and that its reader called it spam.
alter table mails
  add column resend_of uuid references mails (id),
  add column state_at timestamptz,
  add column complained_at timestamptz;

create index mails_resend_of on mails (resend_of) where resend_of is not null;

-- What providers reported of a mail, each report once however often it is delivered.
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
  -- Sender, recipients, subject and text, sealed with the order id as associated data.
  sealed bytea not null,
  -- An incoming one: whether its sender is the order's customer, and whether the provider found that to be true.
  from_customer boolean not null default false,
  authentic text not null default 'unknown' check (authentic in ('pass', 'fail', 'unknown')),
  -- Vacation notes and the like: kept, but they ask for nothing.
  automatic boolean not null default false,
  handled_at timestamptz,
  handled_by bigint references members (id),
  -- An outgoing one: who wrote it, and the mail that carries it.
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

-- Attachments; the file in the store is sealed.
create table message_files (
  id bigint generated always as identity primary key,
  message_id bigint not null references messages (id),
  stored_as text not null unique,
  name text not null,
  content_type text not null,
  size bigint not null,
  sha256 bytea not null
);
create index message_files_message on message_files (message_id, id);

-- What a look at an approved document found: a picture of its first page, and the words of its QR code.
alter table documents
  add column looked_at timestamptz,
  add column preview_file text,
  add column qr_text text,
  add column message_file_id bigint references message_files (id);
create index documents_message_file on documents (message_file_id) where message_file_id is not null;
create index documents_unlooked on documents (id) where looked_at is null;

-- 'Send me the link again' finds a customer's orders by address.
create index orders_email on orders (lower(btrim(email)), created_at desc);
create index orders_traveller_email on orders (lower(btrim(traveller_email)), created_at desc);
