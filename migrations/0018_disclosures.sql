-- The disclosure of a sale by version, like the terms; `text` is English, `translations` the other languages.
alter table site_policies add column translations jsonb;
alter table site_policies drop constraint site_policies_kind_check;
alter table site_policies add constraint site_policies_kind_check
  check (kind in ('terms', 'refund', 'disclosure')) not valid;
alter table site_policies validate constraint site_policies_kind_check;
