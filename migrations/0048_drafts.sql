-- A text that a page did not know is kept beside the one that it saves, whichever page that is.
alter table drafts alter column page_id drop not null, alter column save_number drop not null;
