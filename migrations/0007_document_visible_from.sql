-- From when a visitor has a document whose upload was warned of: with its mail, so that undo comes first. Null: at once.
alter table documents add column visible_from timestamptz;
