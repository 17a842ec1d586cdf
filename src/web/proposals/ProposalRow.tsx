import { useState } from 'react'
import { Link } from 'wouter'
import type { Proposal } from '#contract/proposals.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { statusLabels } from '#contract/rules/statuses.ts'
import { shortcutProps, useShortcuts } from '#web/lib/shortcuts.ts'
import { fromList } from '#web/lib/back-target.ts'
import { PromiseLabel } from '#web/orders/PromiseLabel.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import { RowCheckbox } from '#web/ui/RowCheckbox.tsx'
import { Agreement } from '#web/proposed-document/Agreement.tsx'
import { OrderField } from './OrderField.tsx'
import { ProposalPicture } from '#web/proposed-document/ProposalPicture.tsx'
import css from './proposals.module.css'
import type { TargetOrder } from '#web/proposed-document/target-order.ts'

interface ProposalRowProps {
  proposal: Proposal
  order: TargetOrder | null
  isChosen: boolean
  isCurrent: boolean
  onChoose: (isOn: boolean) => void
  onOrder: (order: TargetOrder | null) => void
  /** The focus goes back to the row's box. */
  onLeaveField: () => void
}

const whatIsRead = ({ reads, candidates }: Proposal) =>
  reads.hasText
    ? candidates.length === 0 && 'No order is named'
    : candidates.length === 0 && 'No text, no code that names an order'

/** One proposed document: what it is, what agrees, and the order that it goes to. */
export function ProposalRow({
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
          <bdi>{title}</bdi>
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
                <bdi>{order.name}</bdi>
              </p>
              <p className="muted">
                <PromiseLabel order={order} otherwise={statusLabels[order.process_status].label} />
                {isCurrent && (
                  <button
                    type="button"
                    className={`inline-row gap-6 muted ${css.another}`}
                    onClick={() => setIsTyping(true)}
                    {...shortcutProps('anotherOrder')}
                  >
                    <Kbd>i</Kbd> another
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
