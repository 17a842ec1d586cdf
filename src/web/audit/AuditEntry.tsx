import { readAuditEvent, type AuditEvent } from '#contract/audit.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { actionLabel, auditSubject, shortHash } from './audit-labels.ts'
import css from './audit-table.module.css'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

const entryText = (entry: AuditEvent) =>
  [actionLabel(entry), entry.order_id === null ? auditSubject(entry) : `Order ${entry.order_id}`]
    .filter(Boolean)
    .join(', ')

/** What else is known of an entry: from where, why, what came before it in its session, and its link in the chain. */
export function AuditEntry({ entry }: { entry: AuditEvent }) {
  const { data, error } = useRead(readAuditEvent, { params: { id: entry.id } }, { showsFailureInline: true })
  if (!data)
    return error ? <p className={`flex wrap ${css.strip}`}>{error.message}</p> : <Skeleton width="60%" />
  const { browser, os, ip, previous, link } = data.data
  const facts = [
    { label: 'Device', value: [os, browser].filter(Boolean).join(', ') },
    { label: 'Address', value: ip },
    { label: 'Reason given', value: text(entry.details['reason_given']) },
    {
      label: 'Before it',
      value: previous && `${entryText(previous)}, ${estDateTime(previous.at)}`,
    },
    {
      label: 'Link in the chain',
      value: link ? `${shortHash(link.hash)} ← ${shortHash(link.previous)}` : 'not chained yet',
    },
  ].filter(({ value }) => value)
  return (
    <dl className={`flex wrap ${css.strip}`}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
