import { Button, SegmentedControl } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch, Link } from 'wouter'
import { listMailProblems, settleMailProblem, type MailProblem } from '#contract/mail-problems.ts'
import { parseMailProblemStates } from '#contract/rules/list-filters.ts'
import { shiftFigures } from '#contract/rules/shift-figures.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import { CorrectAndResendDialog } from '#web/documents/CorrectAndResendDialog.tsx'
import { mailKindLabel } from '#web/documents/mail-labels.ts'
import { rememberBackTarget, fromList } from '#web/lib/back-target.ts'
import { readOptions, refresh, useCall } from '#web/lib/endpoint-hooks.ts'
import { useBlocks } from '#web/lib/use-blocks.ts'
import { useScrollRestoration } from '#web/lib/use-scroll-restoration.ts'
import { MailState } from '#web/messages/MailState.tsx'
import { CompactEntry } from '#web/ui/CompactEntry.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { listBlockSize, ListPage } from '#web/ui/ListPage.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { MailCauses } from './MailCauses.tsx'
import { showReversible } from '#web/undo/use-undo-toast.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { truncatedText } from '#web/ui/truncated-text.tsx'
import type { Column } from '#web/ui/table/table-types.ts'

const problemColumns: readonly Column<MailProblem>[] = [
  {
    key: 'orderId',
    header: 'Order ID',
    width: 110,
    render: ({ order_id: orderId }) => (
      <Link href={viewOrderPath(orderId)} state={fromList}>
        {orderId}
      </Link>
    ),
  },
  { key: 'name', header: 'Name', width: 100, isFlexible: true, render: ({ name }) => truncatedText(name) },
  { key: 'mail', header: 'Mail', width: 130, render: (problem) => mailKindLabel(problem) },
  { key: 'to', header: 'To', width: 130, isFlexible: true, render: ({ to }) => truncatedText(to) },
  {
    key: 'state',
    header: 'State',
    width: 140,
    render: ({ state, doubted }) => <MailState state={state} isDoubted={doubted} />,
  },
  { key: 'why', header: 'Why', width: 120, isFlexible: true, render: ({ error }) => truncatedText(error) },
  { key: 'at', header: 'Since', zone: 'EST', width: 92, render: ({ at }) => estDateTime(at) },
]

const heading = 'Mail problems'
const actsWidth = 190

const stateChoices = [
  { value: '', label: 'All' },
  { value: shiftFigures.mailsFailed.states.join(), label: 'Failed' },
  { value: shiftFigures.mailsUnknown.states.join(), label: 'Unknown' },
  { value: 'waiting', label: 'Waiting' },
]

/** The `state` parameter; an invalid one shows all. */
function useMailState() {
  const asked = new URLSearchParams(useSearch()).get('state') ?? ''
  const [path, navigate] = useLocation()
  const choose = (state: string) => navigate(state ? `${path}?state=${state}` : path, { replace: true })
  return { state: parseMailProblemStates(asked) ? asked : '', choose }
}

export function MailProblemsPage() {
  const client = useQueryClient()
  const container = useRef<HTMLDivElement>(null)
  const [corrected, setCorrected] = useState<MailProblem>()
  const [isOpen, setIsOpen] = useState(false)
  const { state, choose } = useMailState()
  const settleCall = useCall(settleMailProblem, { refreshes: [listMailProblems, ...orderReadEndpoints] })
  const blocks = useBlocks(listBlockSize, (index) =>
    readOptions(
      listMailProblems,
      { query: { page: index + 1, limit: listBlockSize, ...(state && { state }) } },
      { showsFailureInline: true },
    ),
  )
  useScrollRestoration(container, blocks.anyBlock ? `${heading} ${state}` : null)
  useEffect(() => rememberBackTarget({ href: location.pathname + location.search, label: heading }))

  const correct = (problem: MailProblem) => {
    setCorrected(problem)
    setIsOpen(true)
  }
  const settle = async (problem: MailProblem, settled: boolean) => {
    const { order_id: orderId, mail_id: mailId } = problem
    const answer = await settleCall.call({ body: { orderId, mailId, settled } })
    if (!answer) return
    const toast = { tone: 'good', title: answer.message, text: `Order ${orderId}` } as const
    if (settled) showReversible({ ...toast, onUndo: () => void settle(problem, false) })
    else showToast(toast)
  }
  const acts = (problem: MailProblem) => (
    <span className="row gap-4">
      <Button
        size="xs"
        aria-label={`Correct and resend the mail of order ${problem.order_id}`}
        onClick={() => correct(problem)}
      >
        Correct and resend
      </Button>
      {problem.state !== 'waiting' && (
        <IconButton
          icon="tick"
          label={`The mail of order ${problem.order_id} needs nothing more`}
          onClick={() => void settle(problem, true)}
        />
      )}
    </span>
  )
  return (
    <>
      <ListPage
        heading={heading}
        noun={{ singular: 'mail', plural: 'mails' }}
        blocks={blocks}
        onRefresh={() => void refresh(client, [listMailProblems])}
        choice={
          <SegmentedControl
            aria-label="State of the mails"
            data={stateChoices}
            value={state}
            onChange={choose}
          />
        }
        summary={blocks.anyBlock && <MailCauses causes={blocks.anyBlock.causes} />}
        container={container}
        table={{
          columns: problemColumns,
          rowKey: ({ mail_id: id }) => id,
          rowLabel: ({ order_id: id }) => `order ${id}`,
          view: acts,
          actionsWidth: actsWidth,
          onOpen: correct,
          shortcuts: { settle: (problem) => void settle(problem, true) },
          renderCompact: (problem) => <CompactProblem problem={problem} />,
        }}
      />
      {corrected && (
        <CorrectAndResendDialog
          key={corrected.mail_id}
          order={corrected}
          mail={{ ...corrected, id: corrected.mail_id }}
          opened={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

const CompactProblem = ({ problem }: { problem: MailProblem }) => (
  <CompactEntry
    title={<ExternalText>{problem.name ?? problem.to}</ExternalText>}
    secondLine={
      <>
        {problem.order_id} <span className="shrinkable truncate">{mailKindLabel(problem)}</span>
      </>
    }
    thirdLine={<MailState state={problem.state} isDoubted={problem.doubted} />}
  />
)
