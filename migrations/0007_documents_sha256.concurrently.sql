-- The same file in other orders, and twice in one.
create index concurrently documents_sha256 on documents (sha256) where withdrawn_at is null;

-- Documents that were stored unopened.
create index concurrently documents_unopened on documents (id) where pages is null and withdrawn_at is null;
