-- Downloads that came after as many of the same document as a day records: counted with the newest, without rows of their own.
alter table downloads add column repeats integer not null default 0;
