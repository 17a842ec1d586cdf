create index concurrently messages_automatic on messages (at desc, id desc) include (order_id)
  where direction = 'in' and handled_at is null and automatic and listed is not null;

create index concurrently mails_doubted on mails (created_at desc, id)
  where doubted_at is not null and kind <> 'link' and order_id is not null and settled_at is null;
