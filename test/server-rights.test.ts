import { expect, test } from 'vitest'
import { expiredRows } from '#server/expired-rows.ts'
import { tableRights, usedSequences, type WriteRight } from '#server/platform/db/server-role.ts'
import { sealedTables } from '#server/platform/sealed-columns.ts'
import { readSources } from './support/sources.ts'

/** Starts of statements and the right each needs; locking rows needs `update`. */
const statements: readonly (readonly [WriteRight, RegExp])[] = [
  ['insert', /insertInto\(\s*'(\w+)|\binsert into (\w+)/g],
  ['update', /updateTable\(\s*'(\w+)|\bupdate (\w+)(?: \w+)?\s+set\b/g],
  ['update', /insertInto\(\s*'(\w+)'(?:(?!\n\n)[\s\S])*?\bdoUpdateSet\(/g],
  ['update', /selectFrom\(\s*'(\w+)(?:(?!selectFrom|\n\n)[\s\S])*?\.for(?:NoKey|Key)?(?:Update|Share)\(/g],
  ['update', /\bfrom (\w+)(?:(?!\bfrom |\n\n)[\s\S])*?\bfor (?:no key )?(?:update|share)\b/g],
  ['update', /\bfrom (\w+).*? for (?:no key )?(?:update|share)\b/g],
  ['delete', /deleteFrom\(\s*'(\w+)|\bdelete from (\w+)/g],
]

/** `npm run cli -- reseal` names these by a variable. */
const resealed = sealedTables.map(({ table }) => table)
/** Named by the table of what expires. */
const expired = expiredRows.map(({ table }) => `${table} delete`)
/** The trigger that counts orders runs with the caller's rights. */
const byTrigger = ['order_counts insert']

function neededRights(texts: readonly string[]): Set<string> {
  const found = statements.flatMap(([right, pattern]) =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map(([, one, other]) => `${one ?? other} ${right}`)),
  )
  return new Set([...found, ...resealed.map((table) => `${table} update`), ...expired, ...byTrigger])
}

const granted = Object.entries(tableRights).flatMap(([table, rights]) =>
  rights.map((right) => `${table} ${right}`),
)
const tables = new Set(Object.keys(tableRights))
const isOurs = (right: string) => tables.has(right.split(' ')[0] ?? '')
/** The role that chains has this right. */
const isGrantedElsewhere = (right: string) => right === 'audit_chain insert'

test("the serving role has exactly the rights that the server's statements need", () => {
  const texts = readSources('src/server').map(({ text }) => text)
  const needed = [...neededRights(texts)].filter((right) => isOurs(right) && !isGrantedElsewhere(right))
  expect(granted.toSorted()).toEqual(needed.toSorted())
  const named = texts.flatMap((text) => [
    ...[...text.matchAll(/nextval\('(\w+)'\)/g)].map(([, name]) => name),
    ...[...text.matchAll(/nextval\(pg_get_serial_sequence\('(\w+)', '(\w+)'\)\)/g)].map(
      ([, table, column]) => `${table}_${column}_seq`,
    ),
  ])
  expect([...new Set(named)].toSorted()).toEqual(usedSequences.toSorted())
})

test('statements are found in every notation', () => {
  const rights = neededRights([
    `tx.insertInto('one').values(row).onConflict((same) => same.column('id').doUpdateSet({ id }))`,
    'await sql`update two t\n set a = 1`',
    `tx.selectFrom('three').selectAll().where('id', '=', id).forNoKeyUpdate()`,
    'sql`select id from four where (select yes from other) for update skip locked`',
    `tx.selectFrom('five').selectAll()\n\ntx.deleteFrom('six')`,
  ])
  expect([...rights].filter((right) => /^(one|two|three|four|five|six) /.test(right)).toSorted()).toEqual([
    'four update',
    'one insert',
    'one update',
    'six delete',
    'three update',
    'two update',
  ])
})
