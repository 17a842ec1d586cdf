import * as z from 'zod/mini'
import { throwFailure, throwGatewayFailure, throwNoResponse, type FailureKind } from './answers.ts'
import { createPost } from './post.ts'
import type { Config } from '#server/config.ts'
import { outcomeUnknown, defaultTimeouts, type OutgoingMail, type Transport } from './transport.ts'

/** What an error status means. Credentials and credit (401, 402, 403) are not about the mail. */
const failureByStatus: Readonly<Record<number, FailureKind>> = {
  401: 'for now',
  402: 'for now',
  403: 'for now',
  408: 'for now',
  429: 'for now',
  504: 'unclear',
}
const classifyStatus = (status: number): FailureKind =>
  failureByStatus[status] ?? (status >= 400 && status < 500 ? 'for good' : 'for now')

/** The request of SendGrid's v3 API; tracking is off, so that links stay as written. */
const bodyOf = (mail: OutgoingMail) => ({
  personalizations: [{ to: [{ email: mail.to }], custom_args: { mail_id: mail.id } }],
  from: { email: mail.from.address, ...(mail.from.name && { name: mail.from.name }) },
  reply_to: { email: mail.from.address },
  subject: mail.subject,
  content: [
    { type: 'text/plain', value: mail.text },
    { type: 'text/html', value: mail.html },
  ],
  headers: { 'Message-ID': mail.messageId, 'Auto-Submitted': 'auto-generated', ...mail.headers },
  tracking_settings: {
    click_tracking: { enable: false, enable_text: false },
    open_tracking: { enable: false },
    subscription_tracking: { enable: false },
  },
  ...(mail.attachments?.length && {
    attachments: mail.attachments.map(({ fileName, contentType, bytes }) => ({
      filename: fileName,
      type: contentType,
      content: bytes.toString('base64'),
      disposition: 'attachment',
    })),
  }),
})

/** SendGrid. The mail's id travels as the argument `mail_id`, which its event reports bring back. */
export function sendgridTransport(
  { apiKey, baseUrl }: NonNullable<Config['mail']['sendgrid']>,
  timeouts = defaultTimeouts,
): Transport {
  const post = createPost(timeouts)
  const url = new URL(`${baseUrl.replace(/(?<!\/)\/+$/, '')}/v3/mail/send`)
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  return {
    async send(mail) {
      const response = await post(url, headers, JSON.stringify(bodyOf(mail))).catch(throwNoResponse)
      if (response.status >= 200 && response.status < 300)
        return response.headers['x-message-id']?.toString() ?? mail.messageId
      const retryAfter = response.headers['retry-after']
      const message = errorMessages(response.body)
      if (message === undefined) return throwGatewayFailure(response.status, retryAfter)
      return throwFailure(classifyStatus(response.status), `${response.status} ${message}`.trim(), retryAfter)
    },
    wasSent: outcomeUnknown,
  }
}

const refusalBody = z.object({ errors: z.optional(z.array(z.object({ message: z.string() }))) })

/** The messages in `{"errors": [{"message"}]}`, if there are any; undefined where it is no JSON. */
function errorMessages(body: string): string | undefined {
  if (!body) return ''
  try {
    const { errors = [] } = z.parse(refusalBody, JSON.parse(body))
    return errors.map(({ message }) => message).join(' ')
  } catch {
    return undefined
  }
}
