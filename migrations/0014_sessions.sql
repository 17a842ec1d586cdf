-- Confirming who one is makes a new token and ends the old one, which stays good for some seconds for the calls that are
-- under way. Null until then: the token of the sign-in bears the session's own id.
alter table sessions
  add column token_id uuid,
  add column former_token_id uuid,
  add column former_token_until timestamptz;

-- Set for a password that the server made and printed itself: it is good until then. Null for every other.
alter table members add column password_expires_at timestamptz;
