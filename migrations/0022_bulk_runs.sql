-- One change of all orders that the query of a list matched: chosen once, and then worked in batches.
create table bulk_runs (
  id uuid primary key default gen_random_uuid(),
  member_id bigint not null references members (id),
  -- By whose rights it is worked: it stops with this session.
  session_id uuid not null references sessions (id),
  queue text not null,
  action jsonb not null,
  total integer not null,
  -- What is under way; null once that has ended.
  pass text check (pass in ('change', 'undo')),
  -- Of its last batch, so that several runs take turns.
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
  -- The events of those that were changed; null until the batch is done.
  event_ids bigint[],
  -- [{orderId, reason}] of those that were not changed, and of those that undo left as they were.
  refusals jsonb,
  kept jsonb,
  primary key (run_id, number)
);
