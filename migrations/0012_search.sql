-- Every traveller is found. Orders of a lower `search_version` are indexed anew by a job.
alter table orders
  -- Of the travellers beside the applicant, in the declaration's order; null for a missing number.
  add column family_passport_hashes bytea[] not null default '{}',
  add column search_version smallint not null default 0;

-- Words that stay are not looked for: a common one stands in many orders.
create or replace function change_name_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into name_words (word, forms)
  select word, name_word_forms(word)
  from (select name_words_of(new.search_text) except select name_words_of(old.search_text)) as added (word)
  on conflict do nothing;
  delete from name_words where word in (
    select word
    from (select name_words_of(old.search_text) except select name_words_of(new.search_text)) as removed (word)
    where not exists (
      select from orders
      where search_text like '%' || replace(replace(word, '\', '\\'), '%', '\%') || '%'
    )
  );
  return null;
end $$;
