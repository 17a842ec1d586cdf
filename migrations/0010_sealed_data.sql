-- What tells of a person is sealed in a column of its own. The readable column beside it is null in new rows and keeps
-- what older versions wrote until `npm run reseal` has sealed it.
alter table order_events add column sealed_details bytea;
alter table remarks
  add column sealed_remark bytea,
  alter column remark drop not null;
alter table refunds add column sealed_reference bytea;
alter table invoice_numbers
  add column sealed_facts bytea,
  alter column facts drop not null;
alter table mails
  add column sealed_subject bytea,
  add column sealed_props bytea,
  alter column subject drop not null,
  alter column props drop not null;
alter table idempotency_keys
  add column sealed_reply bytea,
  alter column reply drop not null;

-- Files: each under a data key of its own, which is wrapped here. Where there is no key, the file is as older versions
-- stored it: documents readable under `file1`, files of messages sealed as a whole.
alter table documents
  add column sealed_name bytea,
  add column sealed_qr_text bytea,
  add column sealed_withdrawn_reason bytea,
  add column stored_as text unique,
  add column file_key bytea,
  add column preview_key bytea,
  alter column name drop not null;
alter table message_files
  add column sealed_name bytea,
  add column file_key bytea,
  alter column name drop not null;

-- Files that a sealed one has taken the place of, until they are removed.
create table replaced_files (
  name text primary key,
  at timestamptz not null
);

-- The secret of a link is kept nowhere; a mail that has not left yet still needs what an older version gave it.
update mails set props = props - 'token' where kind = 'reset' and state not in ('queued', 'sending');

-- Keys of failed attempts are hashes from now on, and these count for an hour at most.
delete from attempts;
