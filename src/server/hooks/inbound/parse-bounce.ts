import { emailKey } from '#contract/rules/email.ts'
import type { MessageFile } from '#server/messages/incoming-files.ts'
import { mailIdFromMessageId } from '#server/platform/mail/render.ts'
import { findBounceWords, splitNotice, type NoticeMeaning } from './bounce-words.ts'
import type { InboundMail } from './inbound-mail.ts'
import { isOfType, isReceipt, isStatusPart, marksOf, type MarkedMail } from './mail-marks.ts'

/** A mail server's notice about a mail to `recipients`. */
export interface MailNotice {
  /** Null where the notice does not say. */
  means: NoticeMeaning | null
  /** In the form in which addresses are compared. */
  recipients: readonly string[]
  /** The id of our mail, where the notice names it as the mail that it is about. */
  mailId: string | null
  /** The same, or else an id of ours that stands anywhere in it. */
  likelyMailId: string | null
  detail: string | null
}

export type NoticeMail = MarkedMail & Pick<InboundMail, 'references'>

/** Bytes at the start of a part that are searched. */
const maxHeadBytes = 64 * 1024
const textOf = ({ bytes }: MessageFile) => bytes.subarray(0, maxHeadBytes).toString('utf8')

const isOriginal = isOfType([
  'message/rfc822',
  'text/rfc822-headers',
  'text/rfc822-header',
  'message/rfc822-headers',
  'message/global',
  'message/global-headers',
])

/** A header field, unfolded (RFC 5322, 2.2.3). */
function headerField(block: string, name: string): string | undefined {
  const unfolded = block.replaceAll(/\r?\n[ \t]+/g, ' ')
  return new RegExp(`^[ \\t]*${name}:[ \\t]*(.*)$`, 'im').exec(unfolded)?.[1]?.trim()
}

const addressPattern = /^['`]?([^@'`]{1,64}@[\p{L}\p{N}.-]{1,250}[\p{L}\p{N}])[.'`!?]{0,3}$/u
const maxAddresses = 50

const addressesIn = (text: string): string[] =>
  text
    .split(/[\s<>()[\]{},;:"|]+/)
    .flatMap((word) => addressPattern.exec(word)?.[1] ?? [])
    .slice(0, maxAddresses)
    .map(emailKey)

interface RecipientStatus {
  recipients: readonly string[]
  action: string
  detail: string | undefined
}

const recipientFields = ['Original-Recipient', 'Final-Recipient', 'X-Actual-Recipient']

/** The recipients of a delivery status (RFC 3464, 2.3), one block of fields each. */
const statusesIn = (report: string): RecipientStatus[] =>
  report.split(/\r?\n[ \t]*\r?\n/).flatMap((block) => {
    const recipients = recipientFields.flatMap((name) => addressesIn(headerField(block, name) ?? ''))
    const action = /^\w+/.exec(headerField(block, 'Action')?.toLowerCase() ?? '')?.[0] ?? ''
    if (recipients.length === 0 && action === '') return []
    return [
      { recipients, action, detail: headerField(block, 'Diagnostic-Code') ?? headerField(block, 'Status') },
    ]
  })

const actionMeanings: ReadonlyMap<string, NoticeMeaning> = new Map([
  ['failed', 'failed'],
  ['failure', 'failed'],
  ['delayed', 'delayed'],
  ['delivered', 'delivered'],
  ['deliverable', 'delivered'],
  ['relayed', 'delivered'],
  ['expanded', 'delivered'],
])

const dashedId = (hex: string) =>
  hex.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const uuid = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'
const single = <T>(values: readonly T[]): T | null => {
  const [first, ...others] = new Set(values)
  return first !== undefined && others.length === 0 ? first : null
}

/** Ids of our mails in envelope addresses `{order_id}+b{mail id}@SEND_DOMAIN`. */
const bounceAddressIds = (text: string, sendDomain: string): string[] =>
  [...text.matchAll(/\+b([\da-f]{32})@([\w.-]*\w)/gi)].flatMap(([, id = '', domain = '']) =>
    domain.toLowerCase() === sendDomain.toLowerCase() ? [dashedId(id)] : [],
  )

/**
 * Reads a notice of a mail server (RFC 3464, or the words of common systems); null for any other mail, also for a
 * reader's receipt. A returned mail names itself by its envelope address, its envelope id or its Message-ID.
 */
export function parseBounce(mail: NoticeMail, config: { sendDomain: string }): MailNotice | null {
  if (!marksOf(mail).some(({ means }) => means === 'daemon') || isReceipt(mail)) return null
  const { sendDomain } = config
  const { intro, returned } = splitNotice(mail)
  const report = mail.files.filter(isStatusPart).map(textOf).join('\n\n')
  const original = [...mail.files.filter(isOriginal).map(textOf), returned].join('\n')
  const statuses = [report, intro].map(statusesIn).find((found) => found.length > 0) ?? []
  const decisive = statuses.find(({ action }) => action === 'failed') ?? statuses[0]
  const words = findBounceWords(mail)
  const failedRecipients = addressesIn(mail.headers.get('x-failed-recipients') ?? '')
  const named = [...(decisive?.recipients ?? []), ...failedRecipients]

  const messageIds = (text: string) =>
    [...text.matchAll(new RegExp(`<${uuid}@[^>\\s]+>`, 'gi'))].flatMap(
      ([id]) => mailIdFromMessageId(id, config)?.toLowerCase() ?? [],
    )
  const envelopeId = headerField(report || intro, 'Original-Envelope-Id') ?? ''
  const ownIds = [
    bounceAddressIds(mail.envelope.to.join(' '), sendDomain),
    bounceAddressIds(headerField(original, 'Return-Path') ?? '', sendDomain),
    [...envelopeId.matchAll(new RegExp(`${uuid}|[\\da-f]{32}`, 'gi'))].map(([id]) =>
      dashedId(id.replaceAll('-', '')),
    ),
    messageIds(headerField(original.replaceAll(/^[>|\s]+/gm, ''), 'Message-ID') ?? ''),
    messageIds(mail.headers.get('in-reply-to') ?? ''),
  ]
  const everything = [mail.text.slice(0, maxHeadBytes), original, report, ...mail.references].join('\n')
  const mailId = single(ownIds.find((ids) => ids.length > 0) ?? [])
  return {
    means: actionMeanings.get(decisive?.action ?? '') ?? words[0]?.means ?? null,
    recipients: named.length > 0 ? named : addressesIn(intro),
    mailId,
    likelyMailId: mailId ?? single([...messageIds(everything), ...bounceAddressIds(everything, sendDomain)]),
    detail: decisive?.detail ?? lineOfReason(intro),
  }
}

/** The line of a text that has the server's answer, else its first. */
function lineOfReason(intro: string): string | null {
  const lines = intro.split(/\r?\n/).map((line) => line.trim())
  return (
    lines.find((line) => /\b[45]\d\d[ -]|\b[45]\.\d{1,3}\.\d{1,3}\b/.test(line)) ??
    lines.find(Boolean) ??
    null
  )
}
