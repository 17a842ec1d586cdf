import { Button } from '@mantine/core'
import { useRef, useId, useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { handleMessages, listOlderMessages, type Message } from '#contract/messages.ts'
import type { OrderDetails } from '#contract/order-details.ts'
import { maskMessage } from '#web/identity-numbers/mask-order.ts'
import { useShownNumbers } from '#web/identity-numbers/shown-numbers.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { LogList, type LogEntry } from '#web/ui/LogList.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { replyReadEndpoints } from '#contract/order-reads.ts'
import { call } from '#web/lib/client.ts'
import { endpointKey } from '#web/lib/query-client.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { isOpenReply } from './open-replies.ts'
import { useAcceptMessageFile, type AcceptMessageFile } from './use-accept-message-file.ts'
import css from './messages.module.css'
import { MailState } from './MailState.tsx'
import { MessageFiles } from './MessageFiles.tsx'
import { OriginalMail } from './OriginalMail.tsx'
import { ReplyTag } from './ReplyTag.tsx'

interface MessagesSectionProps {
  order: OrderDetails
  onCompleted: () => void
  onMoved: () => void
  onRefused: () => void
}

export function MessagesSection({ order, onCompleted, onMoved, onRefused }: MessagesSectionProps) {
  const { order_id: orderId, messages, message_count: count, messages_left_out: leftOut } = order
  const upTo = messages[0]?.id
  const older = useOlderMessages(order)
  const { mask } = useShownNumbers()
  const thread = useRef<HTMLDivElement>(null)
  const acceptance = useAcceptMessageFile(order, onCompleted)
  const handleCall = useCall(handleMessages, { refreshes: replyReadEndpoints })

  /** The thread that is being marked: a second press is ignored until the first has finished. */
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
    // The button disappears, and the focus with it, when no reply is open.
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
            (message) => messageEntry(message, order, acceptance),
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

interface OlderMessages {
  messages: readonly Message[]
  isFetching: boolean
  loadMore: () => void
}

/** The messages before those in the order's details; loaded on request. */
function useOlderMessages({ order_id: orderId, messages }: OrderDetails): OlderMessages {
  const first = messages.at(-1)?.id
  const { data, isFetching, refetch, fetchNextPage } = useInfiniteQuery({
    queryKey: [...endpointKey(listOlderMessages), orderId, first],
    queryFn: ({ pageParam, signal }) =>
      call(listOlderMessages, { params: { orderId }, query: { before: pageParam } }, { signal }),
    initialPageParam: first ?? 0,
    getNextPageParam: (page) => page.data.at(-1)?.id ?? null,
    enabled: false,
  })
  return {
    messages: data?.pages.flatMap((page) => page.data) ?? [],
    isFetching,
    loadMore: () => void (data ? fetchNextPage() : refetch()),
  }
}

function messageEntry(message: Message, order: OrderDetails, acceptance: AcceptMessageFile): LogEntry {
  return {
    key: message.id,
    by: (
      <span className={css.by}>
        <Icon
          name={message.direction === 'in' ? 'reply' : 'send'}
          size={14}
          className={`rigid faint ${css.direction}`}
        />
        <ExternalText>{message.by}</ExternalText>
      </span>
    ),
    time: estDateTime(message.at),
    note:
      message.direction === 'in' ? <ReceivedNote message={message} /> : <AnsweredNote message={message} />,
    text: (
      <>
        {message.direction === 'in' && message.subject !== '' && (
          <b className={`medium ${css.subject}`}>
            <ExternalText>{message.subject}</ExternalText>
          </b>
        )}
        <MessageText text={message.text} quoted={message.quoted} />
        {message.has_original && <OriginalMail orderId={order.order_id} messageId={message.id} />}
      </>
    ),
    extra: <MessageFiles message={message} email={order.email} acceptance={acceptance} />,
  }
}

const suspicionLabels = { spam: 'taken for spam', virus: 'virus: its files were left out' }

function ReceivedNote({ message }: { message: Message }) {
  return (
    <>
      {message.from !== message.by && <ExternalText>{message.from}</ExternalText>}
      {isOpenReply(message) && <ReplyTag count={1} />}
      {!message.from_customer && <Tag tone="attention">not the customer’s address</Tag>}
      {message.authentic === 'fail' && <Tag tone="attention">sender not verified</Tag>}
      {message.suspected && <Tag tone="attention">{suspicionLabels[message.suspected]}</Tag>}
      {message.infected_files?.map(({ name, malware }) => (
        <Tag key={name} tone="attention">
          left out by the malware scanner: <ExternalText>{name}</ExternalText> ({malware})
        </Tag>
      ))}
      {message.files_left_out && (
        <Tag tone="attention">
          too many or too large, left out: <ExternalText>{message.files_left_out.join(', ')}</ExternalText>
        </Tag>
      )}
      {message.automatic && !message.suspected && <Tag>Automatic reply</Tag>}
      {message.by_program && !message.automatic && <Tag>sent by a program: reads no answer</Tag>}
      {message.handled_at !== null && (
        <span>
          Handled by <ExternalText>{message.handled_by ?? '-'}</ExternalText>,{' '}
          {estDateTime(message.handled_at)}
        </span>
      )}
    </>
  )
}

function AnsweredNote({ message }: { message: Message }) {
  return (
    <>
      <span>
        to <ExternalText>{message.to}</ExternalText>
      </span>
      {message.mail_state !== null && <MailState state={message.mail_state} />}
    </>
  )
}

const INITIAL_LENGTH = 1500

function lineCount(text: string): string {
  const count = text.split('\n').filter((line) => line.trim() !== '').length
  return count === 1 ? '1 line' : `${count} lines`
}

function MessageText({ text, quoted }: { text: string; quoted: string }) {
  const [isExpanded, setIsExpanded] = useState(text.length <= INITIAL_LENGTH)
  const [isQuoteOpen, setIsQuoteOpen] = useState(false)
  const quoteId = useId()
  return (
    <>
      <span className={css.text}>
        <ExternalText>{isExpanded ? text : `${text.slice(0, INITIAL_LENGTH)}…`}</ExternalText>
      </span>
      {!isExpanded && (
        <button type="button" className={css.fold} onClick={() => setIsExpanded(true)}>
          Show whole message
        </button>
      )}
      {quoted !== '' && (
        <button
          type="button"
          className={css.fold}
          aria-expanded={isQuoteOpen}
          aria-controls={quoteId}
          onClick={() => setIsQuoteOpen(!isQuoteOpen)}
        >
          {isQuoteOpen ? 'Hide' : 'Show'} quoted text ({lineCount(quoted)})
        </button>
      )}
      {isQuoteOpen && (
        <span className={`muted ${css.quoted}`} id={quoteId}>
          <ExternalText>{quoted}</ExternalText>
        </span>
      )}
    </>
  )
}
