-- What was imported, and by whom, for the list of imports (product §5).
alter table import_files
  add column name text not null default '',
  add column imported_by text not null default '';
