import * as z from 'zod/mini'
import { accessFilePath } from '#contract/rules/visitor-addresses.ts'
import { linkSecret } from '#server/platform/mail/link-secret.ts'
import { openContent } from '#server/platform/mail/mail-content.ts'
import type { TestApp } from './test-app.ts'

/** The path of the newest link to an access file that was mailed to this address, as the mail says it. */
export async function mailedLinkPath({ platform }: TestApp, email: string): Promise<string> {
  const row = await platform.db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', 'access')
    .where('recipient', '=', email)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { linkId } = z.parse(z.object({ linkId: z.string() }), openContent(platform.seal, row).props)
  return accessFilePath(linkSecret(platform.seal, linkId))
}
