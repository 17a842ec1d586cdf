-- An automatic mail stands in a list until a member settles it: whatever the order's status, or while the order waits.
alter table messages
  add column listed text,
  add constraint messages_listed_check check (listed in ('always', 'while waiting')) not valid;

-- A notice says that the mail may have bounced; its state stays.
alter table mails add column doubted_at timestamptz;

-- Automatic mails of the last days stood in no list, but for those whose files are proposed as documents.
update messages m set listed = 'while waiting'
  where direction = 'in' and automatic and handled_at is null and at > now() - interval '14 days'
    and not exists (
      select from proposals p
      join message_files f on f.id = p.message_file_id
      join messages own on own.id = f.message_id
      where own.message_id = m.message_id);
