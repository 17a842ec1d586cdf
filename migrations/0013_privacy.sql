-- The privacy desk (UU 27/2022).

alter table orders
  -- Processing is restricted: the order is worked and seen by Admins only, and none of its mails leaves.
  add column restricted_at timestamptz,
  add column details_erased_at timestamptz,
  add column erased_at timestamptz;

create table privacy_requests (
  id uuid primary key,
  -- The customer's name, e-mail and words, sealed; empty once the customer is erased and told.
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
  -- What the customer was told.
  mail_id uuid references mails (id)
);
create index privacy_requests_asked on privacy_requests (asked_at desc, id);

-- What was done for a request, by whom.
create table privacy_steps (
  request_id uuid not null references privacy_requests (id),
  step text not null check (step in ('identity', 'restriction', 'correction', 'access', 'erasure')),
  at timestamptz not null,
  member_id bigint not null references members (id),
  primary key (request_id, step)
);

-- Orders that are to be erased: a job works on those that are not done, so that a killed one goes on.
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

-- Files whose rows are gone, to be removed where no other row names them.
create table erased_files (
  id bigint generated always as identity primary key,
  place text not null check (place in ('store', 'outbox')),
  name text not null
);

-- Whoever writes to an order while it is being erased waits for it, and is then refused. The name sorts after those of
-- the foreign keys' triggers, which wait; the query that follows sees what was waited for.
create function refuse_erased_order() returns trigger language plpgsql as $$
begin
  if exists (select 1 from orders where order_id = new.order_id and erased_at is not null) then
    raise exception 'order % is erased', new.order_id using errcode = 'PB001';
  end if;
  return null;
end $$;

create trigger refuse_erased after insert on remarks for each row execute function refuse_erased_order();
create trigger refuse_erased after insert on documents for each row execute function refuse_erased_order();
create trigger refuse_erased after insert on downloads for each row execute function refuse_erased_order();
create trigger refuse_erased after insert on messages for each row execute function refuse_erased_order();
create trigger refuse_erased after insert on visitor_sessions for each row execute function refuse_erased_order();
create trigger refuse_erased after insert on mails for each row
  when (new.order_id is not null) execute function refuse_erased_order();
