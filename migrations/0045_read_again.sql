-- What waits for a decision was compared at each look; it is read again, once, and keeps what was found.
update proposals set read_at = null, attempted_at = null, attempts = 0
where read_at is not null and sent_at is null and dismissed_at is null;
