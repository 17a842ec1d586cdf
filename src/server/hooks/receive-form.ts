import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Busboy } from '@fastify/busboy'
import type { Actor, Call } from '#server/platform/work.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { InboundMail, Verdict, ParsedMail } from './inbound/inbound-mail.ts'
import { receiveMail } from './inbound/receive-mail.ts'
import { headOf, parseMime } from './inbound/parse-mime.ts'

interface Part {
  bytes: Buffer
  fileName: string
  contentType: string
}
type Parts = ReadonlyMap<string, Part>

const maxParts = 200

const refuseUnreadable = (): never => refuse('invalid', 'The form could not be read.')

/** Parts stay bytes, because each field may have its own character set. */
async function parseParts(body: Buffer, contentType: string): Promise<Parts> {
  const parts = new Map<string, Part>()
  const reading: Promise<void>[] = []
  const form = new Promise<void>((resolve, reject) => {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: () => true,
      limits: { parts: maxParts, fileSize: body.length },
    })
    parser.on('file', (name, stream, fileName, _encoding, type) => {
      const read = async () => {
        parts.set(name, { bytes: await buffer(stream), fileName: fileName ?? '', contentType: type })
      }
      reading.push(read())
    })
    parser.on('finish', resolve)
    parser.on('error', reject)
    parser.end(body)
  })
  await form.catch(refuseUnreadable)
  await Promise.all(reading).catch(refuseUnreadable)
  return parts
}

function parseJsonField<T>(parts: Parts, name: string): Partial<T> {
  try {
    const value: unknown = JSON.parse(parts.get(name)?.bytes.toString('utf8') ?? '')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

const fieldText = (parts: Parts, name: string) => parts.get(name)?.bytes.toString('utf8') ?? ''

const stringsIn = (value: unknown) => [value].flat().filter((it): it is string => typeof it === 'string')

function envelopeOf(parts: Parts): InboundMail['envelope'] {
  const { from, to } = parseJsonField<{ from: unknown; to: unknown }>(parts, 'envelope')
  return { from: stringsIn(from)[0] ?? '', to: stringsIn(to) }
}

interface AttachmentInfo {
  filename?: unknown
  type?: unknown
  'content-id'?: unknown
}

const mediaType = /^[\w.+-]+\/[\w.+-]+$/
const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ')
const quoted = (text: string) => `utf-8''${encodeURIComponent(text.toWellFormed())}`

function bodyPart(headers: readonly string[], bytes: Buffer): string {
  const lines = bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n')
  return [...headers, 'Content-Transfer-Encoding: base64', '', lines].join('\r\n')
}

function textParts(parts: Parts): string[] {
  const charsets = parseJsonField<Record<string, unknown>>(parts, 'charsets')
  return ['text', 'html'].flatMap((name) => {
    const { bytes } = parts.get(name) ?? {}
    const charset = oneLine(String(charsets[name] ?? '')).replaceAll('"', '')
    const type = name === 'html' ? 'text/html' : 'text/plain'
    return bytes?.length
      ? [bodyPart([`Content-Type: ${type}${charset && `; charset="${charset}"`}`], bytes)]
      : []
  })
}

function attachmentParts(parts: Parts): string[] {
  const infos = parseJsonField<Record<string, AttachmentInfo>>(parts, 'attachment-info')
  return [...parts].flatMap(([field, { bytes, fileName, contentType }]) => {
    if (!/^attachment\d+$/.test(field)) return []
    const { filename, type, 'content-id': id } = infos[field] ?? {}
    const name = (typeof filename === 'string' && filename) || fileName || field
    const given = typeof type === 'string' ? type : contentType
    const headers = [
      `Content-Type: ${mediaType.test(given) ? given : 'application/octet-stream'}`,
      `Content-Disposition: attachment; filename*=${quoted(name)}`,
      ...(typeof id === 'string' ? [`Content-ID: <${oneLine(id).replaceAll(/[<>\s]/g, '')}>`] : []),
    ]
    return [bodyPart(headers, bytes)]
  })
}

const multipart = (kind: string, parts: readonly string[]): string => {
  const boundary = randomUUID()
  const body = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${body}--${boundary}--\r\n`
}

/** Fields that are about the mail, beside the parts of it. */
const fieldNames = [
  'from',
  'to',
  'cc',
  'subject',
  'envelope',
  'SPF',
  'dkim',
  'spam_score',
  'sender_ip',
  'charsets',
]

/** The mail that SendGrid took apart, put together again, so that both are read alike; its other fields stand in its head. */
function composeMail(parts: Parts): Buffer {
  const fields = fieldNames.flatMap((name) => {
    const value = oneLine(parts.get(name)?.bytes.toString('utf8') ?? '')
    return value === '' ? [] : [`X-Form-${name}: ${value}\r\n`]
  })
  const body = multipart('mixed', [multipart('alternative', textParts(parts)), ...attachmentParts(parts)])
  const head = headOf(parts.get('headers')?.bytes ?? Buffer.of())
    .toString('latin1')
    .trim()
  return Buffer.concat([
    Buffer.from(head && `${head}\r\n`, 'latin1'),
    Buffer.from(`${fields.join('')}${body}`),
  ])
}

/** The mail is complete in the field `email`, or split into several fields. */
async function parseForm(parts: Parts): Promise<ParsedMail> {
  const source = Buffer.concat(
    ['email', 'headers', 'text', 'html'].flatMap((name) => parts.get(name)?.bytes ?? []),
  )
  return parseMime(parts.get('email')?.bytes ?? composeMail(parts), source)
}

const verdicts: ReadonlyMap<string, Verdict> = new Map([
  ['pass', 'pass'],
  ['fail', 'fail'],
  ['softfail', 'fail'],
])
const verdictOf = (result: string): Verdict => verdicts.get(result.trim().toLowerCase()) ?? 'unknown'

const entry = /^\s*[\w.+-]*@([a-z\d.-]+)\s*:\s*(\w+)\s*$/i

/** Parses `{@example.com : pass, @example.net : fail}`; null for any other format. */
function entriesOf(text: string): { domain: string; verdict: Verdict }[] | null {
  const [, list] = /^\s*\{([^{}]{1,2000})\}\s*$/.exec(text) ?? []
  const entries = list?.split(',').map((it) => entry.exec(it)) ?? []
  const found = entries.flatMap((it) =>
    it ? [{ domain: (it[1] ?? '').toLowerCase(), verdict: verdictOf(it[2] ?? '') }] : [],
  )
  return found.length > 0 && found.length === entries.length ? found : null
}

/** SendGrid names signatures by domains that the sender wrote: only an unambiguous signer and verdict count. */
export function dkimResults(text: string, signedBy: readonly string[]): InboundMail['verdicts']['dkim'] {
  if (/^(none|\{\s*\})?$/i.test(text.trim())) return []
  const entries = signedBy.includes('') ? null : entriesOf(text)
  if (!entries) return [{ domain: '', verdict: 'unknown' }]
  const isClear = ({ domain, verdict }: (typeof entries)[number]) =>
    signedBy.some((signer) => domain === signer || domain.endsWith(`.${signer}`)) &&
    entries.every((other) => other.domain !== domain || other.verdict === verdict)
  return entries.map((found) => (isClear(found) ? found : { ...found, verdict: 'unknown' }))
}

export async function receiveInboundForm(
  call: Call<Actor>,
  body: Buffer,
  contentType: string,
): Promise<void> {
  const parts = await parseParts(body, contentType)
  const envelope = envelopeOf(parts)
  const spf = verdictOf(fieldText(parts, 'SPF'))
  const read = async () => {
    const parsed = await parseForm(parts)
    const dkim = dkimResults(fieldText(parts, 'dkim'), parsed.signedBy)
    const verdicts: InboundMail['verdicts'] = { spf, dmarc: 'unknown', dkim }
    return { mail: { ...parsed, envelope, verdicts }, size: body.length }
  }
  await receiveMail(call, { envelope, spf, read })
}
