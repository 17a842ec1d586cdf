import * as z from 'zod/mini'
import { answerPath } from '#contract/rules/visitor-addresses.ts'
import { linkSecret } from '#server/platform/mail/link-secret.ts'
import { openContent } from '#server/platform/mail/mail-content.ts'
import type { TestApp } from './test-app.ts'

/** The path of the newest link that an order's customer was mailed to answer a question, as the mail says it. */
export async function mailedAnswerPath(
  { platform }: Pick<TestApp, 'platform'>,
  orderId: number,
): Promise<string> {
  const row = await platform.db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', 'question')
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { linkId } = z.parse(z.object({ linkId: z.string() }), openContent(platform.seal, row).props)
  return answerPath(linkSecret(platform.seal, linkId))
}
