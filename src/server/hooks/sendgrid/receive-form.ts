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

/** `{@example.com : pass, @example.net : fail}`; only the first 2,000 characters are parsed. */
const parseDkimResults = (text: string): { domain: string; verdict: Verdict }[] =>
  [...text.slice(0, 2000).matchAll(/@?([\w.-]+)\s*:\s*(\w+)/g)].map(([, domain = '', result = '']) => ({
    domain,
    verdict: verdictOf(result),
  }))

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
    const dkim = parseDkimResults(decodeField(parts, 'dkim'))
    const verdicts: InboundMail['verdicts'] = { spf, dmarc: 'unknown', dkim }
    return { mail: { ...parsed, envelope, verdicts }, size: body.length }
  }
  await receiveMail(call, { envelope, spf, read })
}
