-- The provider refuses the sender, its quota or its authorisation: since when the mail is tried on until that changes.
alter table mails add column waiting_since timestamptz;
