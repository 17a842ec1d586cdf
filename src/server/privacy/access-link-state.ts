import type { PrivacyRequest } from '#contract/privacy.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import type { Work } from '#server/platform/work.ts'
import { selectNewestLink } from './access-links.queries.ts'

const optionalInstant = (date: Date | null) => date && wireInstant(date)

/** The state of the request's newest link; null if none was sent. */
export async function findAccessLink(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  requestId: string,
): Promise<PrivacyRequest['access_link']> {
  const link = await selectNewestLink(tx, requestId)
  if (!link) return null
  const { sent_at, by, expires_at, mail_state, opened_at, pdf_fetched_at, json_fetched_at } = link
  return {
    sent_at: wireInstant(sent_at),
    by,
    until: wireInstant(expires_at),
    is_over: expires_at <= now || (pdf_fetched_at !== null && json_fetched_at !== null),
    mail_state,
    opened_at: optionalInstant(opened_at),
    pdf_at: optionalInstant(pdf_fetched_at),
    json_at: optionalInstant(json_fetched_at),
  }
}
