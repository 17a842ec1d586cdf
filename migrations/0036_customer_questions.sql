-- What customers were asked by a link in a mail, one open question an order. The secret is kept as its hash; fields, values
-- and the member's words are sealed.
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
  -- The question that this one took the place of, which undo brings back.
  replaces bigint references customer_questions (id),
  -- When and how it ended; null while it is open.
  ended_at timestamptz,
  ended_as text check (ended_as in ('answered', 'replaced', 'cancelled')),
  check ((ended_at is null) = (ended_as is null))
);
create unique index customer_questions_open on customer_questions (order_id) where ended_at is null;
create index customer_questions_order on customer_questions (order_id);
create index customer_questions_event on customer_questions (event_id);
create index customer_questions_mail on customer_questions (mail_id);
create index customer_questions_replaces on customer_questions (replaces) where replaces is not null;
