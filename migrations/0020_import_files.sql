-- How far each file has come that was imported, by what it contains: an import that was killed goes on from there.
create table import_files (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Records of the file, counted from its beginning, that transactions have dealt with.
  records bigint not null default 0,
  imported bigint not null default 0,
  known bigint not null default 0,
  refused bigint not null default 0,
  -- Length of the report of refused lines, which is written before its transaction ends.
  report_bytes bigint not null default 0
);
