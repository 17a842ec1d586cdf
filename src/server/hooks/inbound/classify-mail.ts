import type { MailAnswers } from '#server/messages/store-message.ts'
import type { InboundMail } from './inbound-mail.ts'
import { mailIdFromMessageId } from '#server/platform/mail/render.ts'
import { marksOf } from './mail-marks.ts'

/** Message-IDs of the mails that a mail answers. */
export const answeredIds = ({
  headers,
  references,
}: Pick<InboundMail, 'headers' | 'references'>): string[] => [
  ...references,
  ...((headers.get('in-reply-to') ?? '').match(/<[^<>\s]+>/g) ?? []),
]

export const answersOwnId = (mail: InboundMail, config: { sendDomain: string }): boolean =>
  answeredIds(mail).some((id) => mailIdFromMessageId(id, config) !== null)

interface Circumstances {
  isOfficial: boolean
  /** It answers one of our mails. */
  answersOurs: boolean
}

const answerSubject = /^(re|aw|antw|sv|bls|رد|回复|回覆|答复)(\s*\[\d+\])?\s?[:：]/i

/**
 * What an incoming mail may do (product §12). A member reads what the customs office sends, and what answers our mails,
 * whatever it says of itself; an absence note stays in the list of automatic mails.
 */
export function classifyMail(mail: InboundMail, { isOfficial, answersOurs }: Circumstances): MailAnswers {
  const meanings = new Set(marksOf(mail).map(({ means }) => means))
  const isMachine = meanings.has('daemon') || meanings.has('absence')
  if (isMachine || meanings.has('program')) {
    const isToRead = isOfficial || (answersOurs && !isMachine)
    const whileWaiting = answersOurs || meanings.has('daemon') ? 'always' : 'while waiting'
    return { movesOrder: false, byProgram: true, listed: isToRead ? 'replies' : whileWaiting }
  }
  // Through a list come answers of persons and news for everyone.
  const movesOrder =
    !meanings.has('list') ||
    answersOurs ||
    answeredIds(mail).length > 0 ||
    answerSubject.test(mail.subject.trim())
  return { movesOrder, byProgram: false, listed: 'replies' }
}
