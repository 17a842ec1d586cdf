import * as z from 'zod/mini'
import { SendEmailCommand, SESv2Client, SESv2ServiceException } from '@aws-sdk/client-sesv2'
import { throwFailure, throwGatewayFailure, throwNoResponse, type FailureKind } from './answers.ts'
import { composeMessage } from './compose-message.ts'
import { createConnectionAgents } from './connections.ts'
import type { AwsAccess } from '#server/config.ts'
import { outcomeUnknown, defaultTimeouts, type Transport } from './transport.ts'

/** Errors that do not concern the mail, whatever their status: account, credentials, rate limits. */
const transientErrors = new Set([
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

const failureByStatus: Readonly<Record<number, FailureKind>> = {
  401: 'for now',
  403: 'for now',
  408: 'for now',
  429: 'for now',
  504: 'unclear',
}

const classifyFailure = (name: string, status: number): FailureKind =>
  transientErrors.has(name) ? 'for now' : (failureByStatus[status] ?? (status < 500 ? 'for good' : 'for now'))

/** Amazon SES, version 2. The tag `mail_id` brings the mail's id back in event reports. */
export function awsTransport(
  { region, credentials, endpoint }: AwsAccess,
  timeouts = defaultTimeouts,
): Transport {
  const client = new SESv2Client({
    region,
    credentials,
    ...(endpoint && { endpoint }),
    // The mail's row decides on retries.
    maxAttempts: 1,
    requestHandler: createConnectionAgents(timeouts.connect),
  })
  return {
    async send(mail) {
      const command = new SendEmailCommand({
        Destination: { ToAddresses: [mail.to] },
        Content: { Raw: { Data: await composeMessage(mail) } },
        EmailTags: [{ Name: 'mail_id', Value: mail.id }],
      })
      const abortSignal = AbortSignal.timeout(timeouts.send)
      const { MessageId } = await client.send(command, { abortSignal }).catch(rethrowAsFailure)
      return MessageId ?? mail.messageId
    },
    wasSent: outcomeUnknown,
  }
}

const errorWithResponse = z.object({
  $response: z.object({ statusCode: z.number(), headers: z.record(z.string(), z.string()) }),
})

function rethrowAsFailure(error: unknown): never {
  const { statusCode = 0, headers } = z.safeParse(errorWithResponse, error).data?.$response ?? {}
  if (statusCode < 400) return throwNoResponse(error)
  if (!(error instanceof SESv2ServiceException))
    return throwGatewayFailure(statusCode, headers?.['retry-after'])
  const message = `${statusCode} ${error.name}: ${error.message}`
  return throwFailure(classifyFailure(error.name, statusCode), message, headers?.['retry-after'])
}
