-- The first page is drawn when a document is opened, so no job looks for documents without a picture.
alter table documents drop column preview_attempted_at;
