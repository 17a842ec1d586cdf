import type { Chance } from '#server/demo/random.ts'
import { aMail, aMailWithFiles, buildMultipartForm } from '../../test/support/webhooks.ts'
import type { FuzzRequest } from './exchange.ts'
import { contentTypes, garbageBody, hostileText } from './hostile-values.ts'
import type { KnownValues } from './json-schema.ts'
import type { FormFile } from './make-request.ts'

const sendDomain = 'mail.pabean.example'

const asIs = (value: unknown) => value

interface MailContext {
  chance: Chance
  known: KnownValues
  files: readonly FormFile[]
}

/** Announced types, which need not match the content. */
const fileTypes = [
  'application/pdf',
  'image/png',
  'text/html',
  'text/plain',
  'message/rfc822',
  'application/octet-stream',
] as const

/** One line; half of the time a hostile line reaches the next header. */
const headerValue = (chance: Chance, max: number) => {
  const text = hostileText(chance).slice(0, max)
  return chance.percent(50) ? text : text.replaceAll(/[\r\n]/g, ' ')
}

function makeMail({ chance, files }: MailContext, from: string, to: string): Buffer {
  const headers = {
    From: `"${headerValue(chance, 200)}" <${from}>`,
    To: to,
    Subject: headerValue(chance, 500),
    'Message-ID': `<fz${chance.integer(1, 1e9)}@example.com>`,
  }
  if (chance.percent(60)) {
    const attached = Array.from({ length: chance.integer(1, 3) }, () => {
      const { name, bytes } = chance.pick(files)
      return { name: name.replaceAll(/[\r\n"]/g, ' '), type: chance.pick(fileTypes), bytes }
    })
    return aMailWithFiles(headers, hostileText(chance), attached)
  }
  const kind = chance.pick(['plain', 'html'])
  const charset = chance.pick(['utf-8', 'utf-16', 'x'])
  return aMail({ ...headers, 'Content-Type': `text/${kind}; charset=${charset}` }, hostileText(chance))
}

/** A mail as SendGrid posts it, mostly to a known order and from its customer. */
function makeInboundForm(context: MailContext): { body: Buffer; type: string } {
  const { chance, known } = context
  const to = chance.percent(80)
    ? `${String(known('orderId', asIs))}@${sendDomain}`
    : `${hostileText(chance).slice(0, 100)}@${chance.pick([sendDomain, 'pabean.example'])}`
  const from = chance.percent(60) ? String(known('email', asIs)) : 'buyer@example.com'
  const verdict = chance.pick(['pass', 'pass', 'fail', 'none'])
  return buildMultipartForm({
    email: { bytes: makeMail(context, from, to), name: '', type: '' },
    envelope: chance.percent(70) ? JSON.stringify({ from, to: [to] }) : hostileText(chance),
    SPF: verdict,
    dkim: chance.percent(70) ? `{@${from.split('@')[1]} : ${verdict}}` : hostileText(chance),
  })
}

/** A provider's webhook, with or without the key; `known` always answers. */
export function makeHookRequest(context: MailContext, inboundKey: string): FuzzRequest {
  const { chance } = context
  const withKey = `/api/hooks/sendgrid/inbound/${inboundKey}`
  const path = chance.percent(70)
    ? withKey
    : chance.pick(['/api/hooks/sendgrid/inbound', '/api/hooks/sendgrid/events', '/api/hooks/sns'])
  const { body, type } = chance.percent(85)
    ? makeInboundForm(context)
    : { body: garbageBody(chance), type: chance.pick(contentTypes) }
  return { method: 'POST', path, headers: { 'content-type': type }, body }
}
