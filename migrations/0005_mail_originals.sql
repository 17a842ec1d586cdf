-- A file of a message is one that was sent, a picture within the text, or the mail itself as it came.
alter table message_files
  add column kind text not null default 'file' check (kind in ('file', 'inline', 'original'));
