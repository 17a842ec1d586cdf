import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { linkDispute, listDisputes, type ListedDispute } from '#contract/disputes.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import { displayDate, estDate, estTimestamp } from '#contract/rules/dates.ts'
import { displayMoney } from '#contract/rules/display-money.ts'
import { disputeStageRules, disputeUrgency, dueSoonHours, dueText } from '#contract/rules/disputes.ts'
import { missingText } from '#contract/rules/missing-text.ts'
import { readOrderId } from '#contract/rules/order-id.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { fromList, rememberBackTarget } from '#web/lib/back-target.ts'
import { readOptions, refresh, useCall } from '#web/lib/endpoint-hooks.ts'
import { useBlocks } from '#web/lib/use-blocks.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useScrollRestoration } from '#web/lib/use-scroll-restoration.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { CompactEntry } from '#web/ui/CompactEntry.tsx'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import { listBlockSize, ListPage } from '#web/ui/ListPage.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { ViewLink } from '#web/ui/ViewLink.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { truncatedText } from '#web/ui/truncated-text.tsx'
import { useUndoToast } from '#web/undo/use-undo-toast.ts'
import { codeMeaning, disputeTitle } from './dispute-texts.ts'
import css from './disputes.module.css'

const heading = 'Disputes'

/** The tabs by their query; every other valid query is a narrower list of the first. */
const choices = [
  { value: '', label: 'Open' },
  { value: `due=${dueSoonHours}`, label: `Due in ${dueSoonHours} h` },
  { value: 'stage=warning', label: 'Warnings' },
  { value: 'order=none', label: 'No order' },
]

const queries: Readonly<Record<string, object>> = {
  [`due=${dueSoonHours}`]: { due: dueSoonHours },
  'stage=warning': { stage: 'warning' },
  'order=none': { order: 'none' },
}

function DueCell({ due_at: dueAt, is_due_guessed: isGuessed }: ListedDispute) {
  const now = useNow()
  if (!dueAt) return missingText
  const urgency = disputeUrgency({ dueAt, outcome: null }, now)
  const tone = urgency === 'overdue' ? 'danger' : urgency === 'soon' ? 'warning' : ''
  return (
    <span title={`Answer by ${estTimestamp(dueAt)}`}>
      <span className={`nowrap ${tone}`}>{dueText(dueAt, now)}</span>
      {isGuessed && <small className="faint"> guess</small>}
    </span>
  )
}

const columns: readonly Column<ListedDispute>[] = [
  {
    key: 'orderId',
    header: 'Order ID',
    width: 110,
    render: ({ order_id: orderId, candidates }) =>
      orderId === null ? (
        <span className="faint">{candidates.length > 1 ? `fits ${candidates.length}` : 'none'}</span>
      ) : (
        <Link href={viewOrderPath(orderId)} state={fromList}>
          {orderId}
        </Link>
      ),
  },
  { key: 'due', header: 'Answer due', width: 116, render: (dispute) => <DueCell {...dispute} /> },
  {
    key: 'stage',
    header: 'Stage',
    width: 116,
    render: ({ stage }) => (
      <Tag tone={stage === 'warning' ? 'attention' : 'neutral'}>{disputeStageRules[stage].label}</Tag>
    ),
  },
  { key: 'name', header: 'Name', width: 200, isFlexible: true, render: ({ name }) => truncatedText(name) },
  {
    key: 'reason',
    header: 'Reason',
    width: 140,
    isFlexible: true,
    render: ({ reason, network_code: code }) =>
      truncatedText([reason, codeMeaning(code) || code].filter(Boolean).join(', ')),
  },
  { key: 'gateway', header: 'Gateway', width: 90, render: ({ gateway }) => truncatedText(gateway) },
  {
    key: 'amount',
    header: 'Amount',
    width: 110,
    render: ({ amount, currency }) => displayMoney(amount, currency) || missingText,
  },
  {
    key: 'opened',
    header: 'Opened',
    zone: 'EST',
    width: 92,
    render: ({ opened_at: at }) => <span title={estTimestamp(at)}>{displayDate(estDate(new Date(at)))}</span>,
  },
]

const actsWidth = 150

function useChoice() {
  const asked = useSearch()
  const [path, navigate] = useLocation()
  const choose = (value: string) => navigate(value ? `${path}?${value}` : path, { replace: true })
  return { choice: asked in queries ? asked : '', choose }
}

/** `/admin/disputes` (product §14): open disputes, the nearest due first, and those that fit no order or several. */
export function DisputesPage() {
  const client = useQueryClient()
  const me = useCurrentMember()
  const [, navigate] = useLocation()
  const container = useRef<HTMLDivElement>(null)
  const { choice, choose } = useChoice()
  const [linked, setLinked] = useState<ListedDispute | null>(null)
  const [isLinking, setIsLinking] = useState(false)
  const showSuccess = useUndoToast()
  const { call } = useCall(linkDispute, { refreshes: [listDisputes, ...orderReadEndpoints] })
  const blocks = useBlocks(listBlockSize, (index) =>
    readOptions(
      listDisputes,
      { query: { page: index + 1, limit: listBlockSize, ...queries[choice] } },
      { showsFailureInline: true },
    ),
  )
  useScrollRestoration(container, blocks.anyBlock ? `${heading} ${choice}` : null)
  useEffect(() => rememberBackTarget({ href: location.pathname + location.search, label: heading }))

  const link = async (dispute: ListedDispute, orderId: number) => {
    const answer = await call({ body: { disputeId: dispute.id, orderId } })
    if (!answer) return
    setIsLinking(false)
    showSuccess({ title: answer.message, text: disputeTitle(dispute), undo: answer.data.undo })
  }
  const worksOn = ({ stage }: ListedDispute) => stage !== 'compliance' || me.can('workComplianceCases')
  const askWhich = (dispute: ListedDispute) => {
    setLinked(dispute)
    setIsLinking(true)
  }
  const open = (dispute: ListedDispute) => {
    if (dispute.order_id !== null) navigate(viewOrderPath(dispute.order_id), { state: fromList })
    else if (worksOn(dispute)) askWhich(dispute)
  }
  /** The only candidate at once; else the member chooses. */
  const linkByKey = (dispute: ListedDispute) => {
    if (dispute.order_id !== null || !worksOn(dispute)) return
    const [only, ...others] = dispute.candidates
    if (only && others.length === 0) void link(dispute, only.order_id)
    else askWhich(dispute)
  }
  const acts = (dispute: ListedDispute) => {
    const { order_id: orderId, gateway_dispute_id: gatewayId, id } = dispute
    if (orderId !== null) return <ViewLink href={viewOrderPath(orderId)} label={`View order ${orderId}`} />
    if (!worksOn(dispute)) return null
    return (
      <Button size="xs" aria-label={`Link dispute ${gatewayId ?? id}`} onClick={() => askWhich(dispute)}>
        Link …
      </Button>
    )
  }
  return (
    <>
      <ListPage
        heading={heading}
        noun={{ singular: 'dispute', plural: 'disputes' }}
        blocks={blocks}
        onRefresh={() => void refresh(client, [listDisputes])}
        choice={
          <SegmentedControl aria-label="Which disputes" data={choices} value={choice} onChange={choose} />
        }
        container={container}
        table={{
          columns,
          rowKey: ({ id }) => id,
          rowLabel: (dispute) =>
            dispute.order_id === null
              ? `dispute ${dispute.gateway_dispute_id ?? dispute.id}`
              : `order ${dispute.order_id}`,
          view: acts,
          actionsWidth: actsWidth,
          onOpen: open,
          shortcuts: { linkDispute: linkByKey },
          renderCompact: (dispute) => <CompactDispute dispute={dispute} />,
        }}
      />
      <LinkDialog
        dispute={linked}
        opened={isLinking}
        onClose={() => setIsLinking(false)}
        onLink={(orderId) => linked && void link(linked, orderId)}
      />
    </>
  )
}

const CompactDispute = ({ dispute }: { dispute: ListedDispute }) => (
  <CompactEntry
    title={`${disputeStageRules[dispute.stage].label}, ${dispute.reason}`}
    secondLine={
      <>
        {dispute.order_id ?? 'No order'} <span>{displayMoney(dispute.amount, dispute.currency)}</span>
      </>
    }
    thirdLine={
      <>
        <DueCell {...dispute} /> <span className="shrinkable truncate">{dispute.name}</span>
      </>
    }
  />
)

interface LinkDialogProps {
  dispute: ListedDispute | null
  opened: boolean
  onClose: () => void
  onLink: (orderId: number) => void
}

/** The orders that the payment fits, or any other by its id. */
function LinkDialog({ dispute, opened, onClose, onLink }: LinkDialogProps) {
  return (
    <FormDialog title="Link to an order" submitLabel="Link" opened={opened} onClose={onClose}>
      {dispute && <LinkForm dispute={dispute} onLink={onLink} />}
    </FormDialog>
  )
}

function LinkForm({ dispute, onLink }: { dispute: ListedDispute; onLink: LinkDialogProps['onLink'] }) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault()
        const orderId = readOrderId(typed)
        if (orderId === null) setError('Please enter an order ID.')
        else onLink(Number(orderId))
      }}
    >
      <p className="muted">
        {disputeTitle(dispute)}, {dispute.gateway}
        {dispute.amount && `, ${displayMoney(dispute.amount, dispute.currency)}`}
      </p>
      {dispute.candidates.length > 0 && (
        <ul className={`stack gap-4 ${css.candidates}`} aria-label="Orders of this payment">
          {dispute.candidates.map((order) => (
            <li key={order.order_id} className="row gap-8">
              <span className="grow small">
                {order.order_id} {order.name}, {displayMoney(order.amount, order.currency)},{' '}
                {displayDate(estDate(new Date(order.created_at)))}
              </span>
              <Button
                size="xs"
                aria-label={`Link to order ${order.order_id}`}
                onClick={() => onLink(order.order_id)}
              >
                Link
              </Button>
            </li>
          ))}
        </ul>
      )}
      <TextInput
        label="Order ID"
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        value={typed}
        error={error}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setError(null)
        }}
      />
    </DialogForm>
  )
}
