import { isIP } from 'node:net'
import { pino, type DestinationStream, type Logger } from 'pino'
import { errorCode, errorMessage } from './error-code.ts'

const email = /[^\s"'<>()[\]:;,=&?\\/@]{1,64}(?:@|%40)[^\s"'<>()[\]:;,=&?\\/@]{1,255}/g
const ip6Like = /(?<![\w.:])[\da-f]{0,4}:[\da-f:.]{1,45}(?!\w)/gi
const ip4Like = /(?<![\w.])\d{1,3}(\.\d{1,3}){3}(?!\w|\.\d)/g
/** Addresses that identify no person. */
const isLocal = (ip: string) => /^(127\.|0\.0\.0\.0$|::1?$)/.test(ip)
const maskIp = (found: string) => (isIP(found) !== 0 && !isLocal(found) ? '[address]' : found)

export const maskAddresses = (text: string): string =>
  text.replaceAll(email, '[e-mail]').replaceAll(ip6Like, maskIp).replaceAll(ip4Like, maskIp)

/** The message of a data exception (SQLSTATE class 22) quotes the value. */
const quotesData = (error: unknown) => errorCode(error)?.startsWith('22') === true

export function describeError(error: unknown): string {
  const message = errorMessage(error)
  return maskAddresses(quotesData(error) ? message.replace(/: ".*"/s, '') : message)
}

/** An error's message, code and stack; not its further properties, which quote rows and recipients. */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: describeError(error) }
  const message = describeError(error)
  return {
    type: error.name,
    message,
    ...('code' in error && { code: error.code }),
    stack: (error.stack ?? '').replace(error.message, message),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

/** One JSON line an entry, without e-mail and IP addresses. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, serializers: { err: serializeError }, hooks: { streamWrite: maskAddresses } }, destination)
