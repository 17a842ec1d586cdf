-- Origins of the official page, named by Admins: the form filler fills forms of these alone.
create table form_origins (
  id bigint generated always as identity primary key,
  origin text not null unique,
  created_at timestamptz not null,
  created_by bigint not null references members (id)
);

-- What the form filler gets one traveller of one order for, once: the row goes with it. The secret is kept as its hash.
create table fill_tokens (
  token_hash bytea primary key,
  order_id bigint not null references orders (order_id),
  traveller integer not null,
  session_id uuid not null references sessions (id),
  expires_at timestamptz not null
);
create index fill_tokens_expires on fill_tokens (expires_at);
