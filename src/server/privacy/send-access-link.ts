import { matchLanguage } from '#contract/rules/languages.ts'
import { estDate } from '#contract/rules/dates.ts'
import { accessLinkDays } from '#contract/rules/privacy.ts'
import * as contract from '#contract/privacy.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { newSecret, secretHash } from '#server/platform/auth/tokens.ts'
import { linkSecret } from '#server/platform/mail/link-secret.ts'
import { keepsMails } from '#server/platform/mail/providers.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { refuse } from '#server/platform/refusal.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { accessMail } from './access.email.ts'
import { insertLink, replaceLink } from './access-links.queries.ts'
import { ordersOfAddress } from './own-orders.ts'
import { insertStep } from './requests.queries.ts'
import { lockWithOrders, openCustomer, loadRequest } from './requests.ts'

const dayMs = 24 * 60 * 60_000

export const accessLinkCalls = implement(contract, {
  /**
   * The earlier link ends. 404 for an unknown request; 409 if access was not requested, or no order has that e-mail.
   */
  sendAccessLink: write(async (work, { params: { id: requestId } }) => {
    const { tx, now, seal, actor } = work
    const { request, orders } = await lockWithOrders(work, requestId)
    if (!request.kinds.includes('access')) return refuse('conflict', 'Access was not asked.')
    const { email } = openCustomer(work, request)
    const newest = ordersOfAddress(orders, email).at(-1)
    if (!newest)
      return refuse('conflict', 'No order has this e-mail: there is nothing that could be sent to it.')
    const linkId = newSecret()
    const expiresAt = new Date(now.getTime() + accessLinkDays * dayMs)
    const props = {
      language: matchLanguage(newest.language) ?? undefined,
      landingDomain: newest.landing_domain,
      orderId: newest.order_id,
      linkId,
      until: estDate(expiresAt),
    }
    const mailId = await queueMail(work, accessMail, props, { orderId: null, recipient: email.trim() })
    await replaceLink(tx, requestId, now)
    await insertLink(tx, {
      token_hash: secretHash(linkSecret(seal, linkId)),
      request_id: requestId,
      mail_id: mailId,
      sent_at: now,
      sent_by: actor.id,
      expires_at: expiresAt,
    })
    await insertStep(tx, { request_id: requestId, step: 'access', at: now, member_id: actor.id })
    await recordAudit(auditContext(work), 'access link sent', { requestId })
    return {
      message: keepsMails(work.config) ? 'The link is kept here, not sent.' : 'The link is on its way.',
      data: await loadRequest(work, requestId),
    }
  }),
})
