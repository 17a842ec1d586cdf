-- A remembered session ends by its date alone, any other also when nobody has done anything for a while.
alter table sessions add column remembered boolean not null default false;
update sessions set remembered = expires_at - created_at > interval '1 day';

-- Browsers from which an account was signed in to; the secret is in their cookie.
create table member_devices (
  member_id bigint not null references members (id),
  token_hash bytea not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  user_agent text not null,
  primary key (token_hash, member_id)
);
create index member_devices_member on member_devices (member_id);

-- The authenticator app of a member. It counts from its confirmation on.
create table totp_factors (
  member_id bigint primary key references members (id),
  sealed bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: none is good twice.
  last_step bigint
);

create table recovery_codes (
  member_id bigint not null references members (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (member_id, code_hash)
);

create table passkeys (
  -- The credential's id, base64url.
  id text primary key,
  member_id bigint not null references members (id),
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_member on passkeys (member_id);

create table passkey_challenges (
  challenge_hash bytea primary key,
  member_id bigint not null references members (id),
  purpose text not null check (purpose in ('enrol', 'prove')),
  expires_at timestamptz not null
);
