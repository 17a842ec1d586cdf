import * as z from 'zod/mini'
import type { AuditEvent } from '#contract/audit.ts'
import { findAuditAction } from '#contract/rules/audit-actions.ts'
import type { ErasedPart } from '#contract/rules/privacy.ts'
import { queueNames, queues } from '#contract/rules/queues.ts'
import { statuses, statusLabels } from '#contract/rules/statuses.ts'
import { isOneOf, keysOf } from '#contract/rules/typed-keys.ts'
import { mailKindLabel } from '#web/documents/mail-labels.ts'
import { formatCount } from '#web/ui/format-count.ts'

type Entry = Pick<AuditEvent, 'action' | 'details'>
type Details = AuditEvent['details']

const fieldChange = z.object({
  field: z.optional(z.unknown()),
  from: z.optional(z.unknown()),
  to: z.optional(z.unknown()),
})

const toText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** `name: Ayu → Ayu Lestari`; without values for a password. */
const changeText = ({ field, from, to }: z.infer<typeof fieldChange>) =>
  to === undefined ? `new ${toText(field)}` : `${toText(field)}: ${toText(from)} → ${toText(to)}`

const changesText = (changes: unknown) =>
  (z.safeParse(z.array(fieldChange), changes).data ?? []).map(changeText).join(', ')

const counted = (value: unknown, singular: string, plural = `${singular}s`) =>
  typeof value === 'number' ? `${formatCount(value)} ${value === 1 ? singular : plural}` : ''

const joinedTexts = (values: unknown) => (Array.isArray(values) ? values.map(toText).join(', ') : '')

const joined = (...parts: string[]) => parts.filter(Boolean).join('; ')

function changeSummary({ type, from, to, changes, released, ended }: Details): string {
  const change = to === undefined ? '' : `${toText(from)} → ${toText(to)}`
  const orders = released === 0 ? '' : counted(released, 'order')
  return joined(
    toText(type),
    change,
    changesText(changes),
    orders && `${orders} released`,
    counted(ended, 'session'),
  )
}

const exportRange = ({ from, to }: Details) =>
  joined(from === undefined ? '' : `from ${toText(from)}`, to === undefined ? '' : `to ${toText(to)}`)

const erasedParts = {
  all: 'everything',
  disputed: 'all but what its dispute needs',
  details: 'details of the declaration',
} as const satisfies Record<ErasedPart, string>

/** The Details column by action; other actions use `changeSummary`. */
const summaries: Record<string, (details: Details) => string> = {
  'signed in': ({ how, device, again }) =>
    joined(
      again === true ? 'confirmed' : '',
      toText(how),
      device === undefined ? '' : `${toText(device)} device`,
    ),
  'sign-in refused': ({ reason, device, more }) =>
    joined(
      toText(reason),
      device === undefined ? '' : `${toText(device)} device`,
      more === true ? 'the last that is recorded of this hour' : '',
    ),
  refused: ({ more }) =>
    joined('the role may not', more === true ? 'the last that is recorded of this hour' : ''),
  'order viewed': ({ page }) => (page === 'visitor' ? 'the customer’s page' : ''),
  'messages viewed': () => 'older messages',
  'mail viewed': ({ kind }) => `mail: ${mailKindLabel({ kind: toText(kind) })}`,
  'outbox viewed': ({ page }) => `page ${toText(page)}`,
  'numbers shown': ({ status }) => (isOneOf(statuses, status) ? statusLabels[status].label : ''),
  'form filled': ({ origin, traveller }) => `traveller ${toText(traveller)}, at ${toText(origin)}`,
  'lists read': ({ rows, pages, filters }) =>
    joined(
      counted(rows, 'row'),
      counted(pages, 'page'),
      joinedTexts(filters) && `by ${joinedTexts(filters)}`,
    ),
  searched: ({ letters, found }) => joined(counted(letters, 'letter'), `${formatCount(Number(found))} found`),
  exported: ({ as, rows, letters, from, to }) =>
    joined(counted(rows, 'row'), counted(letters, 'letter'), exportRange({ from, to }), toText(as)),
  'pack opened': ({ pack, as }) => `Defence Pack ${toText(pack)}, ${toText(as)}`,
  'document opened': () => 'the document',
  'document previewed': () => 'the document’s picture',
  'message file opened': () => 'a file of a reply',
  'original mail opened': () => 'a mail as it came',
  'access file made': ({ as }) => toText(as),
  'privacy request recorded': ({ kinds }) => joinedTexts(kinds),
  'privacy step ticked': ({ step }) => toText(step),
  'privacy step unticked': ({ step }) => toText(step),
  'orders restricted': ({ orderIds }) => joinedTexts(orderIds),
  'restriction lifted': ({ orderIds }) => joinedTexts(orderIds),
  'erasure confirmed': ({ whole, parts }) =>
    joined(joinedTexts(whole), joinedTexts(parts) && `parts of ${joinedTexts(parts)}`),
  'order erased': ({ part }) => (isOneOf(keysOf(erasedParts), part) ? erasedParts[part] : ''),
  'privacy request closed': ({ told }) =>
    told === true ? 'the customer was told' : 'without a mail to the customer',
  'retention turned on': ({ detailsDays, evidenceDays }) =>
    joined(
      detailsDays === undefined ? '' : `details after ${counted(detailsDays, 'day')}`,
      evidenceDays === undefined ? '' : `everything after ${counted(evidenceDays, 'day')}`,
    ),
  'retention ran': ({ everything, details }) =>
    joined(`details of ${counted(details, 'order')}`, `everything of ${counted(everything, 'order')}`),
  'file imported': ({ imported, refused }) =>
    joined(counted(imported, 'order'), `${counted(refused, 'line')} refused`),
  'import taken back': ({ orders }) => counted(orders, 'order'),
}

export const auditSummary = ({ action, details }: Entry): string =>
  (summaries[action] ?? changeSummary)(details)

const queueHeading = (queue: unknown) => (isOneOf(queueNames, queue) ? queues[queue].heading : '')

const listNames = (lists: unknown) =>
  Array.isArray(lists) ? lists.map((list) => queueHeading(list) || toText(list)).join(', ') : ''

const account = ({ account: name }: Details) => (name === null ? 'no account' : `account of ${toText(name)}`)

/** The On column of actions without an order; other actions use the name in their details. */
const subjects: Record<string, (details: Details) => string> = {
  'signed in': () => 'own account',
  'signed out': () => 'own account',
  'sign-in refused': account,
  refused: ({ what }) => toText(what),
  'outbox viewed': () => 'Outbox',
  'lists read': ({ lists }) => listNames(lists),
  searched: ({ queue, what }) => queueHeading(queue) || toText(what),
  exported: ({ queue, what }) => queueHeading(queue) || toText(what),
  'gateway changed': () => 'Gateway Setting',
  'gateway fallbacks changed': () => 'Gateway Setting, fallbacks',
  'password changed': () => 'own password',
  'password reset': () => 'own password',
  'recovery codes renewed': () => 'own recovery codes',
  'second factor by role': () => 'roles',
  'file imported': ({ name }) => toText(name),
  'import taken back': ({ name }) => toText(name),
  'retention turned on': () => 'Retention',
  'retention turned off': () => 'Retention',
  'retention ran': () => 'Retention',
}

/** '' if the entry belongs to no privacy request. */
export const auditRequestId = ({ details }: Pick<Entry, 'details'>): string => toText(details['requestId'])

export const auditSubject = ({ action, details }: Entry): string =>
  subjects[action]?.(details) ??
  (toText(details['name']) ||
    (auditRequestId({ details }) && `Request ${shortId(auditRequestId({ details }))}`))

/** `Signed in`; a change is labelled by its action, such as `Member added`. */
export function actionLabel({ action }: Pick<AuditEvent, 'action'>): string {
  const known = findAuditAction(action)
  if (known && known.group !== 'change') return known.verb
  return action.charAt(0).toUpperCase() + action.slice(1)
}

/** A hash shortened for comparison by eye. */
export const shortHash = (hash: string): string =>
  `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`
export const shortId = (id: string): string => `${id.slice(0, 4)} ${id.slice(4, 8)}`
