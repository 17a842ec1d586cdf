import * as z from 'zod/mini'
import {
  GetAccountCommand,
  SendEmailCommand,
  SESv2Client,
  SESv2ServiceException,
} from '@aws-sdk/client-sesv2'
import { classifyAnswer, gatewayFailure, retryAfterMs, throwNoResponse } from './answers.ts'
import { composeMessage } from './compose-message.ts'
import { createConnectionAgents, httpTimeouts } from './connections.ts'
import type { AwsAccess } from '#server/config.ts'
import { MailFailure, outcomeUnknown, type Transport } from './transport.ts'

/** Amazon SES, version 2. The tag `mail_id` brings the mail's id back in event reports. */
export function awsTransport(
  { region, credentials, endpoint }: AwsAccess,
  timeouts = httpTimeouts,
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
    async open(abortSignal) {
      const { SendingEnabled } = await client
        .send(new GetAccountCommand({}), { abortSignal })
        .catch((error: unknown) => {
          // A key that may send and nothing else is known.
          if (error instanceof SESv2ServiceException && error.name.startsWith('AccessDenied'))
            return { SendingEnabled: true }
          return rethrowAsFailure(error)
        })
      if (SendingEnabled === false) throw new MailFailure('sender', 'Amazon has paused sending.')
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
  const retryAfter = headers?.['retry-after']
  if (!(error instanceof SESv2ServiceException)) throw gatewayFailure(statusCode, retryAfter)
  const { name, message: says } = error
  const kind = classifyAnswer('AWS', { at: '', code: `${statusCode} ${name}`, says })
  throw new MailFailure(kind, `${statusCode} ${name}: ${says}`, retryAfterMs(retryAfter))
}
