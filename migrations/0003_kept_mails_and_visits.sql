-- A mail of the local outbox is 'kept': nothing left.
alter table mails drop constraint mails_state_check;
alter table mails add constraint mails_state_check check (state in
  ('queued', 'sending', 'kept', 'sent', 'delivered', 'bounced', 'failed', 'unknown', 'cancelled')) not valid;
alter table mails validate constraint mails_state_check;

-- Only the outbox gave the mail's own Message-ID as that of these providers, and they reported nothing of it.
update mails set state = 'kept', sent_at = null, provider_message_id = null
where state = 'sent' and provider in ('AWS', 'Sendgrid') and provider_message_id like '<' || id || '@%'
  and not exists (select from mail_reports r where r.mail_id = mails.id);

-- Of which visit a download is (the hash of its cookie), and which bytes of the file went. Rows of before have neither.
alter table downloads
  add column visit bytea,
  add column sent int8multirange not null default '{}';
