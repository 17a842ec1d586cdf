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
