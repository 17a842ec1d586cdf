-- Documents are opened before they are accepted.
alter table documents
  add column pages integer,
  -- Why this server could not see all of it; null where it did.
  add column unchecked text,
  -- The member who opened it instead.
  add column checked_at timestamptz,
  add column checked_by bigint,
  add check (unchecked in ('not drawn', 'not read')) not valid,
  add foreign key (checked_by) references members (id) not valid;
alter table documents validate constraint documents_unchecked_check;
alter table documents validate constraint documents_checked_by_fkey;
