export interface SqlFault {
  file: string
  declaration: string
  text: string
  from: number
  to: number
  replace: string
}

const writes =
  /\.(insertInto|updateTable|deleteFrom|mergeInto)\(|^\s*(insert into|update|delete from|merge into) /m
const calls = /\.(where|whereRef|onConflict)\(/g
const locks = /\.for(Update|NoKeyUpdate|Share)\(\)(\s*\.skipLocked\(\))?/g
const clauses =
  /(?<=\s)(for (?:no key )?update\b|skip locked\b|on conflict do nothing\b)|(?<=\s)(?<!between \S+ )(and|where) (?=[\w(${])/g

/** The end of what begins at `from`: its closing bracket, or the next separator of the same level. */
function endOf(source: string, from: number, isCall: boolean): number {
  let depth = 0
  for (let at = from; at < source.length; at++) {
    const rest = source.slice(at, at + 5)
    if ('([{'.includes(source.charAt(at))) depth += 1
    else if (')]}'.includes(source.charAt(at))) depth -= 1
    if (isCall && depth === 0) return at + 1
    if (depth < 0 || (!isCall && depth === 0 && /^([`\n]| and | or | for )/.test(rest))) return at
  }
  return source.length
}

const templatesOf = (source: string) =>
  [...source.matchAll(/`[^`]*`/g)].map(({ index, 0: { length } }) => ({ from: index, to: index + length }))

const declarationsOf = (source: string) => {
  const starts = [...source.matchAll(/^(?=export |async |const |function |interface |type |\/\*\*)/gm)]
  return starts.flatMap(({ index }, at) => {
    const text = source.slice(index, starts[at + 1]?.index)
    const name = /\b(?:const|function) (\w+)/.exec(text)?.[1]
    return name === undefined ? [] : [{ name, start: index, text }]
  })
}

export function faultsIn(file: string, source: string): SqlFault[] {
  const templates = templatesOf(source)
  const isInSql = (at: number) => templates.some(({ from, to }) => from < at && at < to)
  return declarationsOf(source)
    .filter(({ text }) => writes.test(text))
    .flatMap(({ name, start, text }) => {
      const fault = (from: number, to: number, replace = ''): SqlFault => ({
        file,
        declaration: name,
        text: source.slice(from, to).replaceAll(/\s+/g, ' ').trim(),
        from,
        to,
        replace,
      })
      const ofCalls = [...text.matchAll(calls)].map(({ index, 0: { length } }) => {
        const from = start + index
        return fault(from, endOf(source, from + length - 1, true))
      })
      const ofLocks = [...text.matchAll(locks)].map(({ index, 0: { length } }) =>
        fault(start + index, start + index + length),
      )
      const ofSql = [...text.matchAll(clauses)]
        .filter(({ index }) => isInSql(start + index))
        .map(({ index, 0: { length }, 1: lock, 2: word }) => {
          const from = start + index
          if (lock !== undefined) return fault(from, from + length)
          return fault(from, endOf(source, from + length, false), word === 'where' ? 'where true' : '')
        })
      return [...ofCalls, ...ofLocks, ...ofSql]
    })
}

/** Tests of `test/http` for the files below `src/server`; the first match counts. */
const tests: readonly (readonly [files: string, tests: string])[] = [
  ['orders/guards', 'moves team claim-race'],
  ['orders/counts', 'order-counts queues far-pages'],
  ['orders/change-orders', 'moves claim-race races documents messages team'],
  ['orders/start-next', 'start-next'],
  ['orders/missing-promises', 'missing-promises'],
  ['orders/missing-journey', 'household'],
  ['orders/undo', 'moves expired-rows refunds bulk-runs races team'],
  ['orders/bulk', 'bulk-runs'],
  ['orders/evidence', 'packs corrections'],
  ['orders/viewers', 'expired-rows live'],
  ['orders/', 'moves corrections mail-resend messages'],
  ['corrections/', 'corrections'],
  ['disputes/', 'corrections refunds'],
  ['live/', 'live'],
  ['session/factors/', 'second-factor'],
  ['session/known-devices', 'account-notices expired-rows'],
  ['session/', 'team session-list passwords first-password second-factor expired-rows'],
  ['platform/auth/', 'sign-in session-list intake-keys expired-rows'],
  ['team/', 'team'],
  ['intake-keys/', 'intake-keys intake'],
  ['filing/', 'form-filler'],
  ['gateways/', 'gateways'],
  ['platform/mail/', 'mail-recovery mail-reports hooks-sns hooks-sendgrid privacy'],
  ['mail-problems/', 'mail-problems'],
  ['messages/', 'hooks-inbound messages product-calls ../safety/incoming-mail'],
  ['refunds/', 'refunds'],
  ['invoices/', 'invoices'],
  ['documents/preview', 'previews document-rows'],
  ['documents/', 'documents document-rows messages undo-upload traveller-documents mail-resend'],
  ['travellers/', 'traveller-documents'],
  ['visitor/late-records', 'replica'],
  ['visitor/', 'visitor-downloads visitor-track document-rows ../safety/visitors'],
  ['intake/import', 'import import-runs'],
  ['intake/', 'intake expired-rows'],
  ['sites/', 'sites'],
  ['platform/reseal', 'reseal ../safety/key-rotation'],
  ['platform/', 'reseal kept-assets jobs ../safety/key-rotation'],
  ['audit/chain', 'audit-chain'],
  ['audit/', 'audit sign-in'],
  ['backup/', 'backup-managed'],
  ['privacy/retention', 'privacy-retention'],
  ['privacy/erase', 'privacy ../safety/erasure questions backup-managed'],
  ['privacy/', 'privacy access-links'],
  ['questions/', 'questions'],
  ['proposals/', 'proposals proposal-rows'],
  ['drafts/', 'drafts expired-rows'],
  ['templates/', 'templates'],
  ['views/', 'views'],
]

export const testsOf = (file: string): string[] => {
  const [, names = ''] = tests.find(([start]) => file.startsWith(start)) ?? []
  return names.split(' ').filter(Boolean)
}
