import { Button } from '@mantine/core'
import { useRef } from 'react'
import { handleMessages } from '#contract/messages.ts'
import type { OrderDetails } from '#contract/order-details.ts'
import { maskMessage } from '#web/identity-numbers/mask-order.ts'
import { useShownNumbers } from '#web/identity-numbers/shown-numbers.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { LogList } from '#web/ui/LogList.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { messageEntry } from './message-entry.tsx'
import { replyReadEndpoints } from '#contract/order-reads.ts'
import { isOpenReply } from './open-replies.ts'
import { useOlderMessages } from './use-older-messages.ts'
import { useAcceptMessageFile } from './use-accept-message-file.ts'
import css from './messages.module.css'

interface MessagesSectionProps {
  order: OrderDetails
  /** A file of a mail, taken as the approved document, completed the order. */
  onCompleted: () => void
  /** The order was moved with an answer. */
  onMoved: () => void
  /** An answer was refused. */
  onRefused: () => void
}

/** Messages: what the customer and the customs office wrote, and what staff answered, newest first. */
export function MessagesSection({ order, onCompleted, onMoved, onRefused }: MessagesSectionProps) {
  const { order_id: orderId, messages, message_count: count, messages_left_out: leftOut, email } = order
  const upTo = messages[0]?.id
  const older = useOlderMessages(order)
  const { mask } = useShownNumbers()
  const thread = useRef<HTMLDivElement>(null)
  const acceptance = useAcceptMessageFile(order, onCompleted)
  const handleCall = useCall(handleMessages, { refreshes: replyReadEndpoints })

  /** The thread already being marked, so that a second press is ignored until the first has finished. */
  const submittedThread = useRef<OrderDetails['messages']>(null)
  const markHandled = async (handled: boolean) => {
    if (handled && submittedThread.current === messages) return
    submittedThread.current = messages
    const answer = await handleCall.call({ body: { orderId, handled, upTo } })
    if (!answer) {
      submittedThread.current = null
      return
    }
    showToast({
      tone: 'good',
      title: answer.message,
      onUndo: handled ? () => void markHandled(false) : undefined,
    })
    // The button disappears with its focus once no reply is open.
    if (handled) thread.current?.focus({ preventScroll: true })
  }

  return (
    <>
      <AnswerForm order={order} upTo={upTo} onMoved={onMoved} onRefused={onRefused} />
      <div ref={thread} className={css.thread} tabIndex={-1}>
        {messages.some(isOpenReply) && (
          <Button
            size="xs"
            leftSection={<Icon name="tick" />}
            aria-disabled={handleCall.busy}
            onClick={() => void markHandled(true)}
          >
            Mark as handled
          </Button>
        )}
        {leftOut > 0 && (
          <p className={css.to} role="note">
            {leftOut === 1 ? 'One mail was' : `${leftOut} mails were`} not received within the last 24 hours:
            too many came for this order, or from that sender.
          </p>
        )}
        <LogList
          entries={[...messages, ...older.messages.map((message) => maskMessage(message, mask))].map(
            (message) => messageEntry(message, email, acceptance),
          )}
        />
        {count > messages.length + older.messages.length && (
          <p className={css.to}>
            The newest {messages.length + older.messages.length} of {count} messages are shown.
            <Button size="xs" loading={older.isFetching} onClick={older.loadMore}>
              Show older messages
            </Button>
          </p>
        )}
      </div>
    </>
  )
}
