import { expect, test } from 'vitest'
import { isContract, ownMigrations } from '#server/platform/db/migrations.ts'
import { expandingFaults } from './support/migration-rules.ts'

test('migrations are compatible with the previous version unless their name says contract', async () => {
  // The first migration has no version before it.
  const [, ...later] = ownMigrations.names
  const expanding = later.filter((name) => !isContract(name))
  const faults = await Promise.all(
    expanding.map(async (name) =>
      expandingFaults(await ownMigrations.read(name)).map((fault) => `migrations/${name}.sql:${fault}`),
    ),
  )
  expect(faults.flat()).toEqual([])
})

test.each([
  ['alter table orders\n  add column a text,\n  drop column b', '3: a column is dropped'],
  ['alter table only orders drop b', '1: a column is dropped'],
  ['ALTER TABLE orders RENAME COLUMN a TO b', '1: a column, a constraint or a table is renamed'],
  ['alter table orders rename to customs_orders', '1: a column, a constraint or a table is renamed'],
  ['alter table orders alter column a set not null', '1: a column is made not null'],
  ['alter table orders alter a type bigint', '1: the type of a column is changed'],
  ['alter table orders alter column a set data type bigint', '1: the type of a column is changed'],
  ['alter table orders add column a int not null', '1: a column is added as not null without a default'],
  [
    'alter table orders add constraint a check (b > 0)',
    '1: a check or a foreign key is added without `not valid`',
  ],
  [
    'alter table orders add foreign key (a) references members (id)',
    '1: a check or a foreign key is added without `not valid`',
  ],
  [
    'alter table orders add constraint a unique (b)',
    '1: a unique constraint is added other than by an index made concurrently',
  ],
  ['-- Why.\n\ndrop table drafts', '3: what older versions use is dropped'],
  [
    'create table a (b int);\ncreate index c on orders (d)',
    '2: an index is made without `concurrently`, which keeps writers waiting',
  ],
  [
    'create unique index c on orders (d)',
    '1: an index is made without `concurrently`, which keeps writers waiting',
  ],
  ['do $$ begin execute 1; end $$', '1: a do block hides what it does'],
])('%s is refused', (sql, fault) => {
  expect(expandingFaults(`${sql};\n`)).toEqual([fault])
})

test.each([
  'alter table orders add column a text, add column b int not null default 0, add check (a <> b) not valid',
  'alter table orders alter column a drop not null, alter column b set default 1, drop constraint c',
  'alter table orders validate constraint c',
  'alter table orders add constraint a unique using index b',
  'create unique index concurrently a on orders (b)',
  "comment on table orders is 'drop table orders; alter table orders drop a'",
  '-- drop table orders;\n/* alter table orders\n drop a; */ select 1',
  'create function f() returns trigger as $body$ begin drop table a; end $body$ language plpgsql',
  'create table a (b int not null, c int check (c > 0));\nalter table a add unique (b), drop c;\ncreate index d on a (b)',
])('%s is accepted', (sql) => {
  expect(expandingFaults(`${sql};\n`)).toEqual([])
})
