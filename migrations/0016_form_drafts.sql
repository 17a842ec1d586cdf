-- Forms that members have begun are drafts too.
alter table drafts drop constraint drafts_kind_check;
alter table drafts add constraint drafts_kind_check check (kind in (
  'remark', 'answer', 'question', 'correct-information', 'correct-arrival', 'correct-departure', 'correct-family',
  'correct-goods', 'transaction', 'dispute')) not valid;
alter table drafts validate constraint drafts_kind_check;

-- The promise of a priority order begins when its window opens, if that is later than the order.
update orders
set due_at = window_opens_on::timestamp at time zone 'Asia/Jakarta' + (due_at - created_at)
where processing_mode = 'priority' and due_at is not null
  and process_status in ('New', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called')
  and window_opens_on::timestamp at time zone 'Asia/Jakarta' > created_at;
