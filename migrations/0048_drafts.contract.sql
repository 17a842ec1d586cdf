-- A text that a page did not know is kept beside the one that it saves, whichever page that is.
alter table drafts drop column page_id, drop column save_number;
