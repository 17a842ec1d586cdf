import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { handleMessages } from '#contract/messages.ts'
import type { OrderDetails } from '#contract/order-details.ts'
import { useCall } from '#web/lib/hooks.ts'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LogList } from '#web/ui/LogList.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { AnswerForm, hasDraft } from './AnswerForm.tsx'
import { messageEntry } from './message-entry.tsx'
import { replyReads } from '#contract/order-reads.ts'
import { isOpenReply } from './open-replies.ts'
import { useTakeDocument } from './use-take-document.ts'
import css from './Messages.module.css'

/** Messages: what the customer and the customs office wrote, and what staff answered, newest first. */
export function MessagesSection({ order }: { order: OrderDetails }) {
  const { order_id: orderId, messages, message_count: count, email } = order
  const upTo = messages[0]?.id
  const thread = useRef<HTMLDivElement>(null)
  const [writing, setWriting] = useState(() => messages.length > 0 || hasDraft(orderId))
  const taking = useTakeDocument(orderId)
  const handling = useCall(handleMessages, { refreshes: replyReads })

  /** The thread for which it was pressed: a second press has to wait for what became of the first. */
  const pressedFor = useRef<OrderDetails['messages']>(null)
  const handle = async (handled: boolean) => {
    if (handled && pressedFor.current === messages) return
    pressedFor.current = messages
    const answer = await handling.run({ body: { orderId, handled, upTo } })
    if (!answer) {
      pressedFor.current = null
      return
    }
    showToast({
      tone: 'good',
      title: answer.message,
      undo: handled ? () => void handle(false) : undefined,
    })
    // The button goes with the last open reply, and the focus with it.
    if (handled) thread.current?.focus({ preventScroll: true })
  }

  return (
    <Card
      title="Messages"
      id="messages"
      count={count || undefined}
      end={
        messages.some(isOpenReply) && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<Icon name="tick" />}
            aria-disabled={handling.busy}
            onClick={() => void handle(true)}
          >
            Mark as handled
          </Button>
        )
      }
    >
      {writing && <AnswerForm orderId={orderId} email={email} upTo={upTo} />}
      <div ref={thread} className={css.thread} tabIndex={-1}>
        <LogList entries={messages.map((message) => messageEntry(message, taking))} />
        {count > messages.length && (
          <p className={css.to}>
            The newest {messages.length} of {count} messages are shown.
          </p>
        )}
      </div>
      {!writing && (
        <Button size="xs" leftSection={<Icon name="send" />} onClick={() => setWriting(true)}>
          Write to the customer
        </Button>
      )}
    </Card>
  )
}
