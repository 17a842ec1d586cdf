-- Links by which customers fetch their access files themselves. The secret is kept as its hash; the file is made when it is
-- asked for, and kept nowhere.
create table access_links (
  token_hash bytea primary key,
  request_id uuid not null references privacy_requests (id),
  -- Null once the mail is deleted, because its customer is erased.
  mail_id uuid references mails (id),
  sent_at timestamptz not null,
  sent_by bigint not null references members (id),
  expires_at timestamptz not null,
  -- Another was sent after it.
  replaced_at timestamptz,
  -- The right e-mail was given for the first time.
  opened_at timestamptz,
  -- A download that is under way, or was when its server died, and one that left whole: of the PDF and of the JSON.
  pdf_began_at timestamptz,
  pdf_fetched_at timestamptz,
  json_began_at timestamptz,
  json_fetched_at timestamptz
);
create unique index access_links_current on access_links (request_id) where replaced_at is null;
create index access_links_request on access_links (request_id, sent_at);
