import { matchLanguage } from '#contract/rules/languages.ts'
import { applicationEmail } from '#contract/rules/order-id.ts'
import type { Body } from '#contract/endpoint.ts'
import * as contract from '#contract/messages.ts'
import { endDraft } from '#server/drafts/drafts.ts'
import { recordEvent } from '#server/orders/events.ts'
import { moveWith } from '#server/orders/move.ts'
import { lockOrder } from '#server/orders/order-access.ts'
import { refuse } from '#server/platform/refusal.ts'
import { chooseProvider, keepsMails } from '#server/platform/mail/providers.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { messageIdFor } from '#server/platform/mail/render.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { answerMail, type AnswerProps } from './answer.email.ts'
import {
  markRepliesHandled,
  insertMessage,
  selectNewestMessage,
  selectNewestFromCustomer,
} from './messages.queries.ts'
import { answerSubject, messageContent, type MessageContent } from './message-text.ts'

/** The same answer within this time, without a reply in between, is a double click. */
const duplicateWindowMs = 10 * 60_000

type NewestMessage = Awaited<ReturnType<typeof selectNewestMessage>>

const openContent = (work: Work, orderId: number, message: { sealed: Buffer } | undefined) =>
  message && work.seal.open(messageContent, 'messages.sealed', orderId, message.sealed)

function isDuplicateAnswer(
  work: Work,
  { orderId, text }: Body<typeof contract.answerMessage>,
  sent: NewestMessage,
  received: NewestMessage,
): boolean {
  if (!sent || (received && received.id > sent.id)) return false
  const isRecent = work.now.getTime() - sent.at.getTime() < duplicateWindowMs
  return isRecent && openContent(work, orderId, sent)?.text === text
}

/** Threads the answer under the customer's newest mail; without one it starts a new thread. */
function correspondenceFor(reply: { message_id: string } | undefined, content: MessageContent | undefined) {
  if (!reply || !content) return { inReplyTo: null, references: [] }
  const messageId = content.messageId ?? reply.message_id
  return { inReplyTo: messageId, references: [...content.references, messageId] }
}

export const answerCalls = implement(contract, {
  /** Marks the replies that the member saw as handled. A staged move happens in the same transaction. */
  answerMessage: write(async (work, { body: answer }) => {
    const { tx, now, seal, actor, config } = work
    const { orderId, text, mailServiceProvider: provider, upTo, draft: revision } = answer
    // Locked, so that of two concurrent answers the second sees the first.
    const order = await lockOrder(work, orderId)
    const [sent, received] = [
      await selectNewestMessage(tx, orderId, 'out'),
      await selectNewestMessage(tx, orderId, 'in'),
    ]
    if (isDuplicateAnswer(work, answer, sent, received))
      return refuse('conflict', 'This answer has already been sent.')

    const reply = await selectNewestFromCustomer(tx, orderId)
    const repliedContent = openContent(work, orderId, reply)
    const subject = answerSubject(repliedContent?.subject ?? '', orderId)
    const props: AnswerProps = {
      language: matchLanguage(order.language) ?? undefined,
      landingDomain: order.landing_domain,
      subject,
      text,
      correspondence: correspondenceFor(reply, repliedContent),
    }
    const eventId = await recordEvent(work, {
      orderId,
      action: 'answered',
      details: { to: order.email, subject },
    })
    const mailId = await queueMail(work, answerMail, props, {
      orderId,
      recipient: order.email,
      provider: chooseProvider(config, provider),
      eventId,
    })
    const content: MessageContent = {
      from: applicationEmail(orderId, config.sendDomain),
      fromName: '',
      to: order.email,
      subject,
      text,
      quoted: '',
      references: props.correspondence.references,
    }
    await insertMessage(tx, {
      order_id: orderId,
      direction: 'out',
      at: now,
      message_id: messageIdFor(mailId, config),
      sealed: seal.seal('messages.sealed', orderId, content),
      member_id: actor.id,
      mail_id: mailId,
    })
    await markRepliesHandled(tx, { orderId, memberId: actor.id, now, upTo })
    await endDraft(work, { orderId, kinds: ['answer'], revision })
    return {
      message: keepsMails(config) ? 'The answer is kept here, not sent.' : 'The answer is on its way.',
      data: { undo: await moveWith(work, answer) },
    }
  }),
})
