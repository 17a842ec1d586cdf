import { readSearch } from '#contract/rules/search.ts'
import { readTelephoneNumber } from '#server/platform/telephone-plans.ts'
import { foldedWords, formsOfWord, isOneLetterApart, mayBeMistaken } from '#contract/rules/name-words.ts'
import { auditParameters, insertAudit } from './audit.ts'
import { containsWords, newestFirst, orderRowFields } from './lists.ts'
import { withSession, type Reference, type ReferenceCall } from './reference.ts'

const most = 8

async function selectByWords(
  { pool, auditKey }: Reference,
  token: string,
  words: readonly (readonly string[])[],
  { letters, foundBy }: { letters: number; foundBy: string },
): Promise<string> {
  const values: unknown[] = [token]
  const matches = containsWords(words, (value) => `$${values.push(value)}`)
  const { rows } = await pool.query({
    text: `with ${withSession}, ids as materialized (
        select order_id, created_at from orders where ${matches} and restricted_at is null ${newestFirst} limit ${most}
      ), ${insertAudit({
        first: values.length + 1,
        from: 'session s',
        order: 'null::bigint',
        more: `jsonb_build_object('found', (select count(*) from ids), 'orders', (select coalesce(jsonb_agg(order_id), '[]') from ids))`,
      })}
      select coalesce(string_agg(row_to_json(line)::text, ',' order by at desc, id desc), '') as rows from (
        select o.created_at as at, o.order_id as id,
          (select l from (select ${orderRowFields}, '${foundBy}' as found_by) l) as line
        from ids join orders o using (order_id) left join members a on a.id = o.assignee_id, session s
      ) shown`,
    values: [
      ...values,
      ...auditParameters(auditKey, {
        action: 'searched',
        order: null,
        details: { what: 'all queues', letters },
      }),
    ],
  })
  return rows[0].rows
}

export async function findOrders(at: Reference, { token, body }: ReferenceCall): Promise<string> {
  const { text } = JSON.parse(body.toString())
  const words = foldedWords(text)
  const letters = [...text.trim()].length
  const reply = (rows: string) => `{"status":1,"message":"","data":[${rows}]}`
  const searched = readSearch(text, readTelephoneNumber)?.words ?? []
  const rows = await selectByWords(at, token, searched, { letters, foundBy: 'text' })
  if (rows !== '') return reply(rows)
  const mistaken = words.filter(mayBeMistaken)
  const { rows: known } = await at.pool.query<{ word: string }>({
    name: 'words of form',
    text: 'select word from name_words where forms && $1::text[]',
    values: [mistaken.flatMap(formsOfWord)],
  })
  const spellings = words.map((word) => [
    word,
    ...known.map((row) => row.word).filter((other) => isOneLetterApart(word, other)),
  ])
  return reply(await selectByWords(at, token, spellings, { letters, foundBy: 'one letter apart' }))
}
