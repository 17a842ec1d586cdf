-- Lists narrowed to a site, a nationality or an assignee, newest first, and to orders whose mail failed.
create index orders_by_site on orders (landing_domain, created_at desc, order_id desc);
create index orders_by_nationality on orders (country_iso2, created_at desc, order_id desc)
  where country_iso2 is not null;
create index orders_by_assignee on orders (assignee_id, created_at desc, order_id desc)
  where assignee_id is not null;
create index mails_failed on mails (order_id)
  where state in ('bounced', 'failed', 'unknown') and kind <> 'link' and order_id is not null;
