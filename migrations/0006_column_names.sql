-- Columns by the words of the glossary. A server of the version before that still runs answers 500 where it names the
-- old ones (writing a mail, reading an order's mails or a pack, storing a preview); its transactions are rolled back and
-- nothing is lost, but it should be stopped before this runs.

-- A mail that was sent before, sent again; the wire goes on calling it `remainder_mail`.
alter table mails rename column remainder to is_resend;

-- When making the preview was begun for good; null while nobody has.
alter table documents rename column looked_at to preview_attempted_at;
alter index documents_unlooked rename to documents_preview_to_attempt;
