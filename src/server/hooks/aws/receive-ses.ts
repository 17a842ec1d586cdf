import { refuse } from '#server/platform/refusal.ts'
import type { Actor, Call } from '#server/platform/work.ts'
import type { InboundMail, ParsedMail, Verdict } from '../inbound/inbound-mail.ts'
import { parseMime } from '../inbound/parse-mime.ts'
import { receiveMail } from '../inbound/receive-mail.ts'
import { receiveReports } from '../mail-reports.ts'
import { mailIdOf, sesEvent, sesReceived, toSesReport, type SesReceived } from './ses-events.ts'

/** Bytes. SES itself takes no larger mail. */
const maxMailBytes = 40 * 1024 * 1024

const parseInstant = (text: string | undefined, now: Date) => {
  const at = new Date(text ?? '')
  return Number.isNaN(at.getTime()) ? now : at
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Handles a message of Amazon SES: a delivery event or an incoming mail; anything else is ignored. `messageId` is the SNS
 * message's id, by which a repeat is recognised.
 */
export async function receiveSesMessage(
  call: Call<Actor>,
  message: string,
  messageId: string,
): Promise<void> {
  const json = parseJson(message)
  const received = sesReceived.safeParse(json)
  if (received.success) return receiveSesMail(call, received.data)
  const event = sesEvent.safeParse(json)
  const report = event.success ? toSesReport(event.data) : null
  if (!event.success || !report) return
  const mailId = mailIdOf(event.data)
  await receiveReports(call, [
    {
      ...(mailId ? { mailId } : { providerMessageId: event.data.mail.messageId }),
      provider: 'AWS',
      eventId: messageId,
      kind: report.kind,
      at: parseInstant(report.at, call.now),
      detail: report.detail ?? null,
    },
  ])
}

const verdicts: ReadonlyMap<string, Verdict> = new Map([
  ['PASS', 'pass'],
  ['FAIL', 'fail'],
])
const verdictOf = (found: { status: string } | undefined): Verdict =>
  verdicts.get(found?.status ?? '') ?? 'unknown'

const suspicionOf = ({ virusVerdict, spamVerdict }: SesReceived['receipt']): InboundMail['suspected'] => {
  if (verdictOf(virusVerdict) === 'fail') return 'virus'
  return verdictOf(spamVerdict) === 'fail' ? 'spam' : undefined
}

/** One verdict for several signatures does not say whose is true; nor one for a signature that is not plain (''). */
export const dkimVerdicts = (
  { dkimVerdict }: Pick<SesReceived['receipt'], 'dkimVerdict'>,
  { signedBy }: Pick<ParsedMail, 'signedBy'>,
): InboundMail['verdicts']['dkim'] => {
  const [domain, ...others] = new Set(signedBy)
  return domain && others.length === 0 ? [{ domain, verdict: verdictOf(dkimVerdict) }] : []
}

async function receiveSesMail(call: Call<Actor>, received: SesReceived): Promise<void> {
  const { receipt, mail } = received
  const envelope = { from: mail.source, to: receipt.recipients }
  const spf = verdictOf(receipt.spfVerdict)
  const read = async () => {
    const bytes = await loadMailBytes(call, received)
    if (!bytes) {
      call.log.warn(
        { action: receipt.action.type },
        'an incoming mail has neither content nor a bucket object',
      )
      return null
    }
    const parsed = await parseMime(bytes)
    const verdicts = { spf, dmarc: verdictOf(receipt.dmarcVerdict), dkim: dkimVerdicts(receipt, parsed) }
    return {
      mail: { ...parsed, envelope, verdicts, suspected: suspicionOf(receipt) },
      size: bytes.length,
    }
  }
  await receiveMail(call, { envelope, spf, read })
}

/** The mail's bytes, from the notification or from the bucket; 503 where the bucket cannot be read. */
async function loadMailBytes({ config, log }: Call<Actor>, received: SesReceived): Promise<Buffer | null> {
  const { action } = received.receipt
  if (received.content !== undefined)
    return Buffer.from(received.content, action.encoding === 'BASE64' ? 'base64' : 'utf8')
  const { inboundBucket } = config.hooks
  if (!action.bucketName || !action.objectKey) return null
  if (action.bucketName !== inboundBucket?.bucket) {
    log.error({ bucket: action.bucketName }, 'an incoming mail is in an unknown bucket')
    return refuse('unavailable', 'The mail lies in no bucket of ours.')
  }
  const { readObject } = await import('#server/platform/files/s3-store.ts')
  return readObject(inboundBucket, action.objectKey, maxMailBytes).catch((error: unknown) => {
    log.error({ err: error }, 'an incoming mail could not be read from its bucket')
    return refuse('unavailable', 'The mail cannot be read from its bucket.')
  })
}
