-- Unsent texts of members about an order, sealed; one of a member, an order and a kind.
create table drafts (
  order_id bigint not null references orders (order_id),
  member_id bigint not null references members (id),
  kind text not null check (kind in ('remark', 'answer', 'question')),
  -- Another with every change, never used again: what a page has read is told from what is stored.
  revision bigint generated always as identity,
  sealed bytea not null,
  -- The page that wrote it and its how many-th save that was: an answer that got lost is no change of another page.
  page_id uuid not null,
  save_number integer not null,
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
  -- What is done beside adding the text.
  move_to text,
  flags text[] not null,
  revision integer not null default 1,
  changed_by bigint not null references members (id),
  changed_at timestamptz not null,
  -- Kept, so that it can be brought back.
  deleted_at timestamptz
);
create unique index templates_name on templates (coalesce(owner_id, 0), purpose, lower(btrim(name))) where deleted_at is null;
