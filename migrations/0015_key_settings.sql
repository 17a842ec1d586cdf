-- Keys of the desk that the member switched off or changed (WCAG 2.1.4); null until then.
alter table members add column key_settings jsonb;
