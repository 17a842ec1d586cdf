import { useId, type RefObject, useState, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { TextInput } from '@mantine/core'
import type { Proposal } from '#contract/proposals.ts'
import { formatCount } from '#web/ui/format-count.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { statusLabels } from '#contract/rules/statuses.ts'
import { isComposing } from '#web/lib/key-reading.ts'
import { useKeyProps } from '#web/lib/own-keys.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { fromList } from '#web/lib/back-target.ts'
import { PromiseLabel } from '#web/orders/PromiseLabel.tsx'
import { ActionKbd } from '#web/ui/Kbd.tsx'
import { RowCheckbox } from '#web/ui/RowCheckbox.tsx'
import { Agreement } from '#web/proposed-document/Agreement.tsx'
import { ProposalPicture } from '#web/proposed-document/ProposalPicture.tsx'
import type { TargetOrder } from '#web/proposed-document/target-order.ts'
import type { OrderRow } from '#contract/orders.ts'
import { useFoundOrders } from '#web/orders/use-found-orders.ts'
import { useLatestCallback } from '#web/lib/use-latest-callback.ts'
import { fileName } from '#web/orders/queue/table/order-row.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './proposals.module.css'
import { focusRow } from './row-focus.ts'
import type { useChoices } from './use-choices.ts'

interface ProposalGroupProps {
  title: string
  hint: string
  proposals: readonly Proposal[]
  choices: ReturnType<typeof useChoices>
  currentId: number | undefined
  list: RefObject<HTMLElement | null>
}

export function ProposalGroup({ title, hint, proposals, choices, currentId, list }: ProposalGroupProps) {
  const heading = useId()
  if (proposals.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <h2 className={`row gap-8 muted tiny strong ${css.groupHeading}`} id={heading}>
        <span className="nowrap">
          {title} {formatCount(proposals.length)}
        </span>{' '}
        <span className={`faint ${css.hint}`}>{hint}</span>
      </h2>
      <ul>
        {proposals.map((proposal) => (
          <ProposalRow
            key={proposal.id}
            proposal={proposal}
            order={choices.targetOf(proposal)}
            isChosen={choices.isChosen(proposal)}
            isCurrent={proposal.id === currentId}
            onChoose={(isOn) => choices.choose(proposal.id, isOn)}
            onOrder={(order) => choices.setTarget(proposal.id, order)}
            onLeaveField={() => list.current && focusRow(list.current, proposal.id)}
          />
        ))}
      </ul>
    </section>
  )
}

interface ProposalRowProps {
  proposal: Proposal
  order: TargetOrder | null
  isChosen: boolean
  isCurrent: boolean
  onChoose: (isOn: boolean) => void
  onOrder: (order: TargetOrder | null) => void
  onLeaveField: () => void
}

const whatIsRead = ({ reads, candidates }: Proposal) =>
  reads.hasText
    ? candidates.length === 0 && 'No order is named'
    : candidates.length === 0 && 'No text, no code that names an order'

function ProposalRow({
  proposal,
  order,
  isChosen,
  isCurrent,
  onChoose,
  onOrder,
  onLeaveField,
}: ProposalRowProps) {
  const { id, file, source, reads, candidates, at } = proposal
  const [isTyping, setIsTyping] = useState(candidates.length === 0)
  const title = reads.name || file.name
  const proposed = candidates[0]
  const keyProps = useKeyProps()
  useShortcuts({ anotherOrder: isCurrent && !isTyping ? () => setIsTyping(true) : undefined })
  return (
    <li className={`stack small tight ${css.row}`} data-current={isCurrent || undefined} data-proposal={id}>
      <RowCheckbox
        label={order ? `Send ${title} to order ${order.orderId}` : `Send ${title}: no order yet`}
        checked={isChosen}
        disabled={order === null}
        onChange={onChoose}
      />
      <ProposalPicture proposal={proposal} size="small" />
      <div className={`shrinkable ${css.part}`}>
        <p className="medium">
          <ExternalText>{title}</ExternalText>
        </p>
        <p className="faint">{reads.date || (reads.name ? '' : proposal.by)}</p>
        <p className="faint" title={`${proposal.by}, ${estDateTime(at)} EST`}>
          {source === 'official mail'
            ? `Official mail, ${estDateTime(at).slice(11, 16)}`
            : `Dropped: ${file.name}`}
        </p>
      </div>
      <div className={`shrinkable ${css.part}`}>
        {order && order.orderId === proposed?.orderId ? (
          <Agreement agrees={proposed.agrees} contradicts={proposed.contradicts} />
        ) : (
          <span className="faint">{whatIsRead(proposal) || 'Chosen by hand'}</span>
        )}
      </div>
      <div className={`shrinkable ${css.part}`}>
        {isTyping ? (
          <OrderField
            document={title}
            order={order}
            onChange={onOrder}
            onLeave={onLeaveField}
            takesFocus={candidates.length > 0}
          />
        ) : (
          order && (
            <>
              <p className={css.order}>
                <Link href={viewOrderPath(order.orderId)} state={fromList}>
                  {order.orderId}
                </Link>{' '}
                <ExternalText>{order.name}</ExternalText>
              </p>
              <p className="muted">
                <PromiseLabel order={order} otherwise={statusLabels[order.process_status].label} />
                {isCurrent && (
                  <button
                    type="button"
                    className={`inline-row gap-6 muted ${css.another}`}
                    onClick={() => setIsTyping(true)}
                    {...keyProps('anotherOrder')}
                  >
                    <ActionKbd action="anotherOrder" /> another
                  </button>
                )}
              </p>
            </>
          )
        )}
      </div>
    </li>
  )
}

const toTarget = (row: OrderRow): TargetOrder => ({
  orderId: row.order_id,
  name: fileName(row) ?? '',
  process_status: row.process_status,
  travel_date: row.travel_date,
  window_opens_on: row.window_opens_on,
  due_at: row.due_at,
  processing_date: row.processing_date,
  contradicts: [],
})

interface OrderFieldProps {
  document: string
  order: TargetOrder | null
  /** Null while the input matches no order. */
  onChange: (order: TargetOrder | null) => void
  /** On Enter or Escape */
  onLeave: () => void
  takesFocus: boolean
}

/** Search for the order of a document; the first match is used. */
function OrderField({ document, order, onChange, onLeave, takesFocus }: OrderFieldProps) {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])
  const { orders, isCurrent, error } = useFoundOrders(typed)
  const [first] = isCurrent ? orders : []
  const tell = useLatestCallback(onChange)
  const isNone = isCurrent && !first && typed.trim() !== ''
  useEffect(() => {
    if (first) tell(toTarget(first))
    else if (isNone) tell(null)
  }, [first, isNone, tell])
  return (
    <div className={css.field}>
      <TextInput
        ref={input}
        size="xs"
        aria-label={`Order of ${document}`}
        placeholder="Order ID, name or passport"
        autoComplete="off"
        value={typed}
        error={error?.message}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent) || (event.key !== 'Enter' && event.key !== 'Escape')) return
          event.preventDefault()
          event.stopPropagation()
          onLeave()
        }}
      />
      <p className={`truncate muted ${css.found}`} aria-live="polite">
        {order ? (
          <>
            <Link href={viewOrderPath(order.orderId)}>{order.orderId}</Link>{' '}
            <ExternalText>{order.name}</ExternalText> <PromiseLabel order={order} />
          </>
        ) : (
          typed.trim() !== '' && isCurrent && 'No such order'
        )}
      </p>
    </div>
  )
}
