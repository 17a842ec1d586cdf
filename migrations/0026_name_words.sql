-- The words of the names by which orders are found, each once, with every form that lacks one of its letters: two words that
-- are one letter apart share a form, in any script.
create table name_words (
  word text primary key,
  forms text[] not null
);
create index name_words_forms on name_words using gin (forms);

-- Words of a search text that may be of a name. Letters beyond ASCII are written as `~`, code, `;` and count as one.
create function name_words_of(search_text text) returns setof text
language sql immutable strict parallel safe set search_path = pg_catalog, public as $$
  select distinct word from regexp_split_to_table(search_text, '[\s.+_-]+') as word
  where word !~ '[0-9@]' and length(regexp_replace(word, '~[A-P]+;', '~', 'g')) between 3 and 40
$$;

create function name_word_forms(word text) returns text[]
language sql immutable strict parallel safe set search_path = pg_catalog, public as $$
  with letters as (
    select array_agg(found[1] order by place) as l from regexp_matches(word, '~[A-P]+;|.', 'g') with ordinality as t(found, place)
  )
  select array_agg(distinct form) from (
    select word as form
    union all
    select array_to_string(l[:place - 1] || l[place + 1:], '') from letters, generate_subscripts(l, 1) as place
  ) forms
$$;

-- The triggers write as the owner: the server only reads.
create function add_name_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into name_words (word, forms)
  select word, name_word_forms(word) from (select distinct name_words_of(search_text) as word from added) words
  on conflict do nothing;
  return null;
end $$;

-- What no order is found by any more is not kept either: an erased name is gone.
create function change_name_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'UPDATE' then
    insert into name_words (word, forms) select word, name_word_forms(word) from name_words_of(new.search_text) as word
    on conflict do nothing;
  end if;
  delete from name_words where word in (
    select word from name_words_of(old.search_text) as word
    where not exists (
      select from orders
      where search_text like '%' || replace(replace(word, '\', '\\'), '%', '\%') || '%'
    )
  );
  return null;
end $$;

create trigger name_words_added after insert on orders
  referencing new table as added for each statement execute function add_name_words();
create trigger name_words_changed after update of search_text on orders
  for each row when (old.search_text is distinct from new.search_text) execute function change_name_words();
create trigger name_words_deleted after delete on orders
  for each row execute function change_name_words();

insert into name_words (word, forms)
select word, name_word_forms(word) from (select distinct name_words_of(search_text) as word from orders) words;
