-- The built files of the pages, by the path at which they are served: a page of another version that is still open finds its
-- parts at any server. `replaced_at`: since when no server has started with the file; null for those of the latest start.
create table web_assets (
  path text primary key,
  content bytea not null,
  replaced_at timestamptz
);
