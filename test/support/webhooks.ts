import { createSign, generateKeyPairSync, randomUUID, sign as signBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { createSelfSigned, type KeyAndCertificate } from './certificate.ts'
import type { TestApp } from './test-app.ts'

export const snsTopic = 'arn:aws:sns:eu-central-1:123456789012:mail'
const dayMs = 24 * 60 * 60_000

/** A fake of Amazon SNS as a subscriber sees it: certificates, confirmations and signed messages. */
export interface FakeSns {
  url: string
  /** Requested paths. */
  requestedPaths: string[]
  /** A valid certificate and an expired one. */
  certificates: Record<'good' | 'expired', KeyAndCertificate>
  /** HTTP status of the response to confirmations. */
  confirmationStatus: number
  stop(): Promise<void>
}

function* endlessBytes() {
  for (;;) yield Buffer.alloc(4096, 'x')
}

function makeCertificates(): FakeSns['certificates'] {
  const now = Date.now()
  return {
    good: createSelfSigned('sns', { from: new Date(now - dayMs), to: new Date(now + dayMs) }),
    expired: createSelfSigned('sns', { from: new Date(now - 3 * dayMs), to: new Date(now - 2 * dayMs) }),
  }
}

/** Made once by each worker: finding the primes of the two keys takes long. */
let certificatesMade: FakeSns['certificates'] | undefined

export async function startSns(): Promise<FakeSns> {
  const certificates = (certificatesMade ??= makeCertificates())
  const fake: Pick<FakeSns, 'requestedPaths' | 'confirmationStatus'> = {
    requestedPaths: [],
    confirmationStatus: 200,
  }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    fake.requestedPaths.push(path)
    const [, name] = /^\/SimpleNotificationService-(\w+)\.pem$/.exec(path) ?? []
    if (path.startsWith('/?Action=ConfirmSubscription')) response.writeHead(fake.confirmationStatus).end()
    else if (name === 'good' || name === 'expired') response.end(certificates[name].pem)
    else if (name === 'endless') pipeline(Readable.from(endlessBytes()), response, () => {})
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(fake, {
    url,
    certificates,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  })
}

export type SnsFields = Record<string, string>

const signedFieldsByType: Record<string, string[]> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
}

/** A message signed as by SNS; `changes` are applied before signing. */
export function signSnsMessage(
  { url, certificates }: FakeSns,
  changes: SnsFields = {},
  { version = '2', with: certificate = 'good' }: { version?: '1' | '2'; with?: 'good' | 'expired' } = {},
): SnsFields {
  const fields: SnsFields = {
    Type: 'Notification',
    MessageId: randomUUID(),
    TopicArn: snsTopic,
    Message: '{}',
    Timestamp: new Date().toISOString(),
    SignatureVersion: version,
    SigningCertURL: `${url}/SimpleNotificationService-${certificate}.pem`,
    ...changes,
  }
  const text = (signedFieldsByType[fields['Type'] ?? ''] ?? [])
    .filter((name) => fields[name] !== undefined)
    .map((name) => `${name}\n${fields[name]}\n`)
    .join('')
  const signer = createSign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256').update(text, 'utf8')
  return { ...fields, Signature: signer.sign(certificates[certificate].privateKey, 'base64') }
}

/** Posts a message as SNS does: JSON with content type text/plain. */
export const postSns = (app: TestApp, fields: SnsFields): Promise<Response> =>
  fetch(`${app.url}/api/hooks/sns`, {
    method: 'POST',
    headers: {
      'content-type': 'text/plain; charset=UTF-8',
      'x-amz-sns-topic-arn': fields['TopicArn'] ?? '',
    },
    body: JSON.stringify(fields),
  })

export const postSnsNotification = (app: TestApp, sns: FakeSns, message: object, changes: SnsFields = {}) =>
  postSns(app, signSnsMessage(sns, { Message: JSON.stringify(message), ...changes }))

export interface SendgridKey {
  /** In the format of the setting. */
  publicKey: string
  headersFor(body: Buffer, at?: Date): Record<string, string>
}

export function sendgridKey(): SendgridKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    headersFor(body, at = new Date()) {
      const timestamp = String(Math.floor(at.getTime() / 1000))
      const signature = signBytes('SHA256', Buffer.concat([Buffer.from(timestamp), body]), privateKey)
      return {
        'x-twilio-email-event-webhook-timestamp': timestamp,
        'x-twilio-email-event-webhook-signature': signature.toString('base64'),
      }
    },
  }
}

/** A raw MIME mail. */
export const aMail = (headers: Record<string, string>, body: string): Buffer =>
  Buffer.from(
    [
      ...Object.entries({ 'MIME-Version': '1.0', ...headers }).map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ]
      .join('\n')
      .replaceAll(/\r?\n/g, '\r\n'),
  )

/** A raw MIME mail with attachments. */
export function aMailWithFiles(
  headers: Record<string, string>,
  text: string,
  files: readonly { name: string; type: string; bytes: Buffer; headers?: string }[],
): Buffer {
  const parts = [
    `Content-Type: text/plain; charset=utf-8\n\n${text}`,
    ...files.map(
      ({ name, type, bytes, headers: more = 'Content-Disposition: attachment' }) =>
        `Content-Type: ${type}; name="${name}"\n${more}; filename="${name}"\nContent-Transfer-Encoding: base64\n\n` +
        (bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\n'),
    ),
  ]
  const body = parts.map((part) => `--frontier\n${part}\n`).join('')
  return aMail({ ...headers, 'Content-Type': 'multipart/mixed; boundary=frontier' }, `${body}--frontier--\n`)
}

/** The SES notification of a received mail, including its content. */
export const sesReceived = (
  to: string[],
  mail: Buffer,
  { from = 'buyer@example.com', verdict = 'PASS', action = {} as object } = {},
) => ({
  notificationType: 'Received',
  receipt: {
    recipients: to,
    spfVerdict: { status: verdict },
    dkimVerdict: { status: verdict },
    dmarcVerdict: { status: verdict },
    action: { type: 'SNS', topicArn: snsTopic, encoding: 'BASE64', ...action },
  },
  mail: { source: from, messageId: randomUUID(), destination: to },
  content: mail.toString('base64'),
})

export type FormFields = Record<string, string | { bytes: Buffer; name: string; type: string }>

/** A multipart form as SendGrid encodes it: without content types for text fields. */
export function buildMultipartForm(fields: FormFields): { body: Buffer; type: string } {
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    const [head, bytes] =
      typeof value === 'string'
        ? [`name="${name}"`, Buffer.from(value)]
        : [
            value.name
              ? `name="${name}"; filename="${value.name}"\r\nContent-Type: ${value.type}`
              : `name="${name}"`,
            value.bytes,
          ]
    return [
      Buffer.from(`--xYzZY\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]
  })
  return {
    body: Buffer.concat([...parts, Buffer.from('--xYzZY--\r\n')]),
    type: 'multipart/form-data; boundary=xYzZY',
  }
}

/** A request of SendGrid with a mail to an order, which passed the checks of its sender's domain. */
export function sendgridMail(orderId: number, mail: Buffer, from = 'buyer@example.com') {
  const { body, type } = buildMultipartForm({
    email: { bytes: mail, name: '', type: '' },
    envelope: JSON.stringify({ from, to: [`${orderId}@mail.pabean.example`] }),
    SPF: 'pass',
    dkim: `{@${from.split('@')[1]} : pass}`,
  })
  return { method: 'POST', headers: { 'content-type': type }, body: new Uint8Array(body) }
}
