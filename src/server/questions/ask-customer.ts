import type { Body } from '#contract/endpoint.ts'
import * as contract from '#contract/questions.ts'
import { answerDueAt } from '#contract/rules/answer-due.ts'
import { estDate, wireInstant } from '#contract/rules/dates.ts'
import { matchLanguage } from '#contract/rules/languages.ts'
import { questionDays } from '#contract/rules/question-limits.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { endDraft } from '#server/drafts/drafts.ts'
import { awaitAnswer, openStatuses } from '#server/orders/change-status.ts'
import { openCustomerData } from '#server/orders/customer-data.ts'
import { requireStatus } from '#server/orders/current-status.ts'
import { lockOrder } from '#server/orders/order-access.ts'
import { getOrder } from '#server/orders/orders.ts'
import { createUndoToken } from '#server/orders/undo.ts'
import { newSecret, secretHash } from '#server/platform/auth/tokens.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import { linkSecret } from '#server/platform/mail/link-secret.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { formatSender, renderMail } from '#server/platform/mail/render.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, recordedRead, write } from '#server/platform/http/implement.ts'
import { zoneOfCountry } from './customer-zone.ts'
import type { QuestionContent } from './question-content.ts'
import { questionMail, type QuestionProps } from './question.email.ts'
import { insertQuestion, replaceOpenQuestion } from './questions.queries.ts'

const dayMs = 24 * 60 * 60_000
/** Time for undo before the mail leaves (product §3). */
const secondsToMail = 10

const expiryOf = (now: Date) => new Date(now.getTime() + questionDays * dayMs)

/** 409 for a closed order, or one whose customer has no deliverable address. */
function requireAskable(order: OrderRow): void {
  requireStatus(order, openStatuses)
  if (order.email.trim() === '') refuse('conflict', `Order ${order.order_id} has no e-mail.`)
  if (order.restricted_at) refuse('conflict', `Order ${order.order_id} is restricted: no mail of it leaves.`)
}

function contentOf(
  work: Pick<Work, 'seal'>,
  order: OrderRow,
  { fields: keys, text }: Body<typeof contract.previewQuestion>,
): QuestionContent {
  const { fields } = openCustomerData(work, order)
  const filled = keys.flatMap((key): [string, string][] => (fields[key] ? [[key, fields[key]]] : []))
  return { fields: keys, given: Object.fromEntries(filled), text }
}

/** The mail names the member by first name only. */
const firstName = (name: string) => name.split(/\s/, 1)[0] ?? ''

function propsOf(work: Work, order: OrderRow, question: QuestionContent, linkId: string): QuestionProps {
  const until = expiryOf(work.now)
  const at = answerDueAt(order.travel_date, { askedAt: work.now, until })
  return {
    language: matchLanguage(order.language) ?? undefined,
    landingDomain: order.landing_domain,
    orderId: order.order_id,
    customerName: order.full_name,
    linkId,
    question,
    by: firstName(work.actor.name),
    until: estDate(until),
    due: order.travel_date
      ? { at: at && wireInstant(at), zone: at && zoneOfCountry(order.country_iso2, at) }
      : null,
  }
}

export const questionCalls = implement(contract, {
  /**
   * Asks the customer of an order by a mail with a link (product §12). The order moves to Awaiting and keeps its
   * assignee. An open question is replaced, and its waiting mail is not sent. 404 for an unknown order, 409 for a
   * closed one.
   */
  askCustomer: write(async (work, { body: asked }) => {
    const { tx, now, seal, actor } = work
    const { orderId, fields, text, draft: revision } = asked
    const order = await lockOrder(work, orderId)
    requireAskable(order)
    const question = contentOf(work, order, asked)
    const replaced = await replaceOpenQuestion(tx, orderId, now)
    const eventId = await awaitAnswer(work, orderId, { fields, text, to: order.email })
    if (eventId === undefined) throw new Error('A locked order that was open is not.')
    const linkId = newSecret()
    const mailId = await queueMail(work, questionMail, propsOf(work, order, question, linkId), {
      orderId,
      recipient: order.email,
      eventId,
      notBefore: new Date(now.getTime() + secondsToMail * 1000),
    })
    await insertQuestion(tx, {
      order_id: orderId,
      token_hash: secretHash(linkSecret(seal, linkId)),
      event_id: eventId,
      mail_id: mailId,
      asked_at: now,
      asked_by: actor.id,
      expires_at: expiryOf(now),
      sealed: seal.seal('customer_questions.sealed', orderId, question),
      replaces: replaced?.id ?? null,
    })
    await endDraft(work, { orderId, kinds: ['question'], revision })
    const data = { undo: await createUndoToken(work, [eventId]), secondsToMail }
    return { message: 'The customer is asked.', data }
  }),
  /** The link in this mail opens nothing. */
  previewQuestion: recordedRead(async (work, { body: asked }) => {
    const { orderId } = asked
    const order = await getOrder(work.tx, orderId)
    requireAskable(order)
    await recordAudit(auditContext(work), 'mail viewed', { order: orderId, kind: questionMail.kind })
    const props = propsOf(work, order, contentOf(work, order, asked), 'preview')
    const mail = renderMail(orderId, questionMail.render(props, work.config), work.config)
    const data = {
      from: formatSender(mail),
      to: order.email,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
    }
    return { data }
  }),
})
