-- One stored file of a mail serves all orders that the mail was addressed to.
alter table message_files drop constraint message_files_stored_as_key;
create index message_files_stored_as on message_files (stored_as);

-- Mail that came in within an hour: what was received, and what was left out because a quota was used up.
create table mail_quotas (
  scope text not null check (scope in ('all', 'order', 'sender')),
  -- The order's id; a keyed hash of the sender's address; empty for all together.
  key text not null,
  -- Mail of a proven sender has a share of its own, which forged mail cannot use up.
  proven boolean not null,
  hour timestamptz not null,
  received integer not null default 0,
  bytes bigint not null default 0,
  left_out integer not null default 0,
  primary key (scope, key, hour, proven)
);
create index mail_quotas_hour on mail_quotas (hour);
