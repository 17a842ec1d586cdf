import type { Actor, Call } from '#server/platform/work.ts'
import type { Verdict } from '../inbound/inbound-mail.ts'
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
  const parsed = await parseForm(parts)
  await receiveMail(call, {
    ...parsed,
    envelope: envelopeOf(parts),
    verdicts: {
      spf: verdictOf(decodeField(parts, 'SPF')),
      dmarc: 'unknown',
      dkim: parseDkimResults(decodeField(parts, 'dkim')),
    },
  })
}
