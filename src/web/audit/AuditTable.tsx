import { Fragment, useState } from 'react'
import { Link } from 'wouter'
import { type AuditEvent, readAuditEvent } from '#contract/audit.ts'
import { findAuditAction } from '#contract/rules/audit-actions.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { missingText, orMissingText } from '#contract/rules/missing-text.ts'
import { privacyRequestPath, viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { fromList } from '#web/lib/back-target.ts'
import { formatCount } from '#web/ui/format-count.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import plain from '#web/ui/lists.module.css'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import {
  actionLabel,
  auditRequestId,
  auditSubject,
  auditSummary,
  shortId,
  shortHash,
} from './audit-labels.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './audit-table.module.css'

type ActionIcon = NonNullable<ReturnType<typeof findAuditAction>>['icon']

const icons: Record<ActionIcon, IconName> = {
  signIn: 'ok',
  signOut: 'out',
  refused: 'alert',
  view: 'eye',
  key: 'key',
  search: 'search',
  download: 'download',
  document: 'file',
  change: 'pen',
}

interface AuditTableProps {
  /** `undefined` while loading. */
  rows: readonly AuditEvent[] | undefined
  order: 'asc' | 'desc'
  onOrder: (order: 'asc' | 'desc') => void
}

const loadingRows = [0, 1, 2, 3, 4, 5]
const columnCount = 8

export function AuditTable({ rows, order, onOrder }: AuditTableProps) {
  const [openedId, setOpenedId] = useState<number>()
  return (
    <div className={css.frame}>
      <table className={`${plain.plainTable} ${css.table}`} aria-label="Audit" aria-busy={!rows}>
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col" aria-sort={order === 'desc' ? 'descending' : 'ascending'}>
              <button
                type="button"
                className={css.sort}
                onClick={() => onOrder(order === 'desc' ? 'asc' : 'desc')}
              >
                Time EST
                <Icon name="sort" size={12} className={order === 'asc' ? css.up : undefined} />
              </button>
            </th>
            <th scope="col">Who</th>
            <th scope="col">Role</th>
            <th scope="col">What</th>
            <th scope="col">On</th>
            <th scope="col">Details</th>
            <th scope="col">Session</th>
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((entry) => (
                <Fragment key={entry.id}>
                  <AuditRow
                    entry={entry}
                    isOpen={openedId === entry.id}
                    onToggle={() => setOpenedId(openedId === entry.id ? undefined : entry.id)}
                  />
                  {openedId === entry.id && (
                    <tr className={css.opened}>
                      <td colSpan={columnCount}>
                        <AuditEntry entry={entry} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              ))
            : loadingRows.map((index) => (
                <tr key={index}>
                  <td colSpan={columnCount}>
                    <Skeleton width={`${72 - index * 9}%`} />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}

interface AuditRowProps {
  entry: AuditEvent
  isOpen: boolean
  onToggle: () => void
}

function AuditRow({ entry, isOpen, onToggle }: AuditRowProps) {
  const traits = findAuditAction(entry.action)
  const summary = auditSummary(entry)
  const number = entry.seq === null ? 'new' : formatCount(entry.seq)
  return (
    <tr data-open={isOpen || undefined}>
      <th scope="row" className={css.number}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`Entry ${number}, ${actionLabel(entry)}`}
          onClick={onToggle}
        >
          <Icon name={isOpen ? 'down' : 'right'} size={12} />
          {number}
        </button>
      </th>
      <td className="nowrap">{estDateTime(entry.at)}</td>
      <td>
        <ExternalText>{entry.by}</ExternalText>
      </td>
      <td className="faint">{orMissingText(entry.role ?? '')}</td>
      <td className="nowrap">
        <span className={`inline-row ${css.what}`} data-refused={traits?.isRefusal}>
          <Icon name={icons[traits?.icon ?? 'change']} size={14} />
          {actionLabel(entry)}
        </span>
      </td>
      <td>
        <AuditSubject entry={entry} />
      </td>
      <td title={summary} data-empty={!summary || undefined}>
        <ExternalText>{orMissingText(summary)}</ExternalText>
      </td>
      <td className="faint">{entry.session_id === null ? missingText : shortId(entry.session_id)}</td>
    </tr>
  )
}

function AuditSubject({ entry }: { entry: AuditEvent }) {
  const requestId = auditRequestId(entry)
  if (entry.order_id !== null)
    return (
      <Link href={viewOrderPath(entry.order_id)} state={fromList}>
        Order {entry.order_id}
      </Link>
    )
  if (requestId) return <Link href={privacyRequestPath(requestId)}>{auditSubject(entry)}</Link>
  return <ExternalText>{orMissingText(auditSubject(entry))}</ExternalText>
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

const entryText = (entry: AuditEvent) =>
  [actionLabel(entry), entry.order_id === null ? auditSubject(entry) : `Order ${entry.order_id}`]
    .filter(Boolean)
    .join(', ')

function AuditEntry({ entry }: { entry: AuditEvent }) {
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
            <ExternalText>{value}</ExternalText>
          </dd>
        </div>
      ))}
    </dl>
  )
}
