-- Versions before told a page's saves apart by these.
alter table drafts drop column page_id, drop column save_number;
