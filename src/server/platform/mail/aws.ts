import { SendEmailCommand, SESv2Client, SESv2ServiceException } from '@aws-sdk/client-sesv2'
import { refusedBy, refusedByGateway, unanswered, type Refusal } from './answers.ts'
import { composeMessage } from './compose.ts'
import { freshConnections } from './connections.ts'
import type { AwsAccess } from '#server/config/aws.ts'
import { cannotSay, usualDeadlines, type Transport } from './transport.ts'

/** What Amazon answers to what is no fault of the mail, whatever the status: its account, its keys, its pace. */
const forNow = new Set([
  'TooManyRequestsException',
  'LimitExceededException',
  'Throttling',
  'ThrottlingException',
  'SendingPausedException',
  'AccountSuspendedException',
  'MailFromDomainNotVerifiedException',
  'RequestExpired',
  'RequestTimeTooSkewed',
  'ExpiredTokenException',
])

/** Any other answer, by its status. */
const byStatus: Readonly<Record<number, Refusal>> = {
  401: 'for now',
  403: 'for now',
  408: 'for now',
  429: 'for now',
  504: 'unclear',
}

const refusalOf = (name: string, status: number): Refusal =>
  forNow.has(name) ? 'for now' : (byStatus[status] ?? (status < 500 ? 'for good' : 'for now'))

/** Amazon SES, version 2. The mail's id travels as the tag `mail_id`, which its event reports bring back. */
export function awsTransport(
  { region, credentials, endpoint }: AwsAccess,
  deadlines = usualDeadlines,
): Transport {
  const client = new SESv2Client({
    region,
    credentials,
    ...(endpoint && { endpoint }),
    // The row decides about further tries.
    maxAttempts: 1,
    requestHandler: freshConnections(deadlines.connect),
  })
  return {
    async send(mail) {
      const command = new SendEmailCommand({
        Destination: { ToAddresses: [mail.to] },
        Content: { Raw: { Data: await composeMessage(mail) } },
        EmailTags: [{ Name: 'mail_id', Value: mail.id }],
      })
      const abortSignal = AbortSignal.timeout(deadlines.send)
      const { MessageId } = await client.send(command, { abortSignal }).catch(explain)
      return MessageId ?? mail.messageId
    },
    wasSent: cannotSay,
  }
}

/** What the library leaves with an error of a call that was answered, in whatever words. */
interface Answered {
  $response?: { statusCode?: number; headers?: Record<string, string> }
}

function explain(error: unknown): never {
  const { statusCode = 0, headers } = (error as Answered).$response ?? {}
  if (statusCode < 400) return unanswered(error)
  if (!(error instanceof SESv2ServiceException)) return refusedByGateway(statusCode, headers?.['retry-after'])
  const words = `${statusCode} ${error.name}: ${error.message}`
  return refusedBy(refusalOf(error.name, statusCode), words, headers?.['retry-after'])
}
