import { Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import type { OrderDetails } from '#contract/order-details.ts'
import { settleRequest, type CustomerRequest } from '#contract/requests.ts'
import { requestLabels, ungrantableStatuses } from '#contract/rules/customer-requests.ts'
import { estTimestamp } from '#contract/rules/dates.ts'
import { statusLabels } from '#contract/rules/statuses.ts'
import { fillTemplate, textFor } from '#contract/rules/templates.ts'
import type { Template } from '#contract/templates.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { TemplatesButton } from '#web/templates/TemplatesButton.tsx'
import { useTextInsertion } from '#web/templates/use-text-insertion.ts'
import { Card } from '#web/ui/Card.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { KeyButton } from '#web/ui/KeyButton.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { useUndoToast } from '#web/undo/use-undo-toast.ts'
import css from './requests.module.css'

interface RequestsCardProps {
  order: OrderDetails
  /** Also after a refusal, which another member's answer may have caused. */
  onSettled: (moved: boolean) => void
}

/** What the customer asked of the agency (product §14): the open request with the site's policy, then those that ended. */
export function RequestsCard({ order, onSettled }: RequestsCardProps) {
  const open = order.requests.find(({ state }) => state === 'open')
  const ended = order.requests.filter(({ state }) => state !== 'open')
  if (order.requests.length === 0) return null
  return (
    <Card title="The customer asks" count={open ? 'open' : 'answered'} id="requests">
      {open && <OpenRequest key={open.id} order={order} request={open} onSettled={onSettled} />}
      {ended.map((request) => (
        <EndedRequest key={request.id} request={request} />
      ))}
    </Card>
  )
}

interface OpenRequestProps extends RequestsCardProps {
  request: CustomerRequest
}

function OpenRequest({ order, request, onSettled }: OpenRequestProps) {
  const { order_id: orderId } = order
  const showSuccess = useUndoToast()
  const box = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { call, busy } = useCall(settleRequest, {
    onError: ({ errors }) => {
      setError(errors?.['text'] ?? null)
      box.current?.focus()
      return errors?.['text'] !== undefined
    },
  })
  const insertion = useTextInsertion({ box, text, setText })
  const insert = ({ texts }: Template) => {
    const chosen = textFor(texts, order.language)
    insertion.insert(fillTemplate(chosen.text, order, chosen.language))
  }
  const settle = async (as: 'granted' | 'refused') => {
    const answer = await call({ body: { orderId, as, text } })
    onSettled(answer !== null && as === 'granted')
    if (!answer) return
    showSuccess({ title: answer.message, text: `Order ${orderId}`, undo: answer.data.undo })
  }
  const canGrant = !ungrantableStatuses.includes(order.process_status)
  useShortcuts({
    ...(canGrant && { grantRequest: () => void settle('granted') }),
    refuseRequest: () => void settle('refused'),
  })
  return (
    <div className={`stack gap-8 small ${css.open}`}>
      <p className="row wrap gap-8">
        <b className="medium">{requestLabels[request.about]}</b>
        <span className="muted">{estTimestamp(request.asked_at)}</span>
      </p>
      {request.text !== '' && <ExternalText className={css.words}>{request.text}</ExternalText>}
      {request.about === 'twice' && <OrdersOfBuyer order={order} />}
      {order.refund_policy && (
        <details>
          <summary>Refund policy of {order.landing_domain}</summary>
          <p className={css.words}>{order.refund_policy}</p>
        </details>
      )}
      <div className="row spread gap-8">
        <span className="faint">Your words, which the customer is mailed</span>
        <TemplatesButton
          purpose="answer"
          language={order.language}
          onChoose={insert}
          onClose={() => box.current?.focus()}
        />
      </div>
      <Textarea
        ref={box}
        aria-label="Answer to the request"
        rows={2}
        resize="vertical"
        dir="auto"
        readOnly={busy}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setError(null)
        }}
      />
      <div className="flex wrap gap-6">
        {canGrant && (
          <KeyButton
            size="xs"
            action="grantRequest"
            aria-disabled={busy}
            onClick={() => void settle('granted')}
          >
            Grant: move to Refunds
          </KeyButton>
        )}
        <KeyButton
          size="xs"
          action="refuseRequest"
          aria-disabled={busy}
          onClick={() => void settle('refused')}
        >
          Refuse with words
        </KeyButton>
      </div>
    </div>
  )
}

/** Other orders of the same buyer, card or billing address: what was paid twice stands side by side. */
function OrdersOfBuyer({ order: { household } }: { order: OrderDetails }) {
  if (household.length === 0) return <p className="muted">No other order of this buyer and day of travel.</p>
  return (
    <ul className="stack gap-4">
      {household.map(({ order_id: id, name, process_status: status }) => (
        <li key={id} className="row wrap gap-8">
          <Link href={viewOrderPath(id)}>{id}</Link>
          <ExternalText>{name}</ExternalText>
          <StatusLabel appearance={statusLabels[status].appearance}>{statusLabels[status].label}</StatusLabel>
        </li>
      ))}
    </ul>
  )
}

const endings = {
  open: '',
  stopped: 'stopped at once',
  granted: 'granted',
  refused: 'refused',
} as const satisfies Record<CustomerRequest['state'], string>

function EndedRequest({ request }: { request: CustomerRequest }) {
  const { about, text, asked_at: askedAt, state, by, ended_at: endedAt, answer } = request
  return (
    <div className={`stack gap-4 small ruled ${css.ended}`}>
      <p className="row wrap gap-8">
        <b className="medium">{requestLabels[about]}</b>
        <span className="muted">{estTimestamp(askedAt)}</span>
        <span>
          {endings[state]}
          {by ? ` by ${by}` : ''}
          {by && endedAt ? `, ${estTimestamp(endedAt)}` : ''}
        </span>
      </p>
      {text !== '' && <ExternalText className={css.words}>{text}</ExternalText>}
      {answer !== '' && <p className={`muted ${css.words}`}>{answer}</p>}
    </div>
  )
}
