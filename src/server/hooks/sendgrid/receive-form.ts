import type { Actor, Call } from '#server/platform/work.ts'
import type { InboundMail, Verdict } from '../inbound/inbound-mail.ts'
import { receiveMail } from '../inbound/receive-mail.ts'
import { envelopeOf, decodeField, parseForm, parseParts } from './inbound-form.ts'

const verdicts: ReadonlyMap<string, Verdict> = new Map([
  ['pass', 'pass'],
  ['fail', 'fail'],
  ['softfail', 'fail'],
])
const verdictOf = (result: string): Verdict => verdicts.get(result.trim().toLowerCase()) ?? 'unknown'

const entry = /^\s*[\w.+-]*@([a-z\d.-]+)\s*:\s*(\w+)\s*$/i

/** The entries of `{@example.com : pass, @example.net : fail}`; null where something else stands there. */
function entriesOf(text: string): { domain: string; verdict: Verdict }[] | null {
  const [, list] = /^\s*\{([^{}]{1,2000})\}\s*$/.exec(text) ?? []
  const entries = list?.split(',').map((it) => entry.exec(it)) ?? []
  const found = entries.flatMap((it) =>
    it ? [{ domain: (it[1] ?? '').toLowerCase(), verdict: verdictOf(it[2] ?? '') }] : [],
  )
  return found.length > 0 && found.length === entries.length ? found : null
}

/**
 * What SendGrid says of the signatures, which it names by what the sender wrote into them: it counts only as far as the
 * mail's own headers say plainly who signed, and for a domain of which it says one thing.
 */
export function dkimResults(text: string, signedBy: readonly string[]): InboundMail['verdicts']['dkim'] {
  if (/^(none|\{\s*\})?$/i.test(text.trim())) return []
  const entries = signedBy.includes('') ? null : entriesOf(text)
  if (!entries) return [{ domain: '', verdict: 'unknown' }]
  const isClear = ({ domain, verdict }: (typeof entries)[number]) =>
    signedBy.some((signer) => domain === signer || domain.endsWith(`.${signer}`)) &&
    entries.every((other) => other.domain !== domain || other.verdict === verdict)
  return entries.map((found) => (isClear(found) ? found : { ...found, verdict: 'unknown' }))
}

/** Receives a mail from SendGrid's inbound parse webhook. */
export async function receiveInboundForm(
  call: Call<Actor>,
  body: Buffer,
  contentType: string,
): Promise<void> {
  const parts = await parseParts(body, contentType)
  const envelope = envelopeOf(parts)
  const spf = verdictOf(decodeField(parts, 'SPF'))
  const read = async () => {
    const parsed = await parseForm(parts)
    const dkim = dkimResults(decodeField(parts, 'dkim'), parsed.signedBy)
    const verdicts: InboundMail['verdicts'] = { spf, dmarc: 'unknown', dkim }
    return { mail: { ...parsed, envelope, verdicts }, size: body.length }
  }
  await receiveMail(call, { envelope, spf, read })
}
