import { buffer } from 'node:stream/consumers'
import { Busboy } from '@fastify/busboy'
import type { Actor, Call } from '#server/platform/work.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { MessageFile } from '#server/messages/store-message.ts'
import type { InboundMail, Verdict, ParsedMail } from './inbound/inbound-mail.ts'
import { receiveMail } from './inbound/receive-mail.ts'
import { headOf, isLogo, parseMime, extractText } from './inbound/parse-mime.ts'

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

function decodeField(parts: Parts, name: string): string {
  const bytes = parts.get(name)?.bytes
  const charset = parseJsonField<Record<string, unknown>>(parts, 'charsets')[name]
  if (!bytes) return ''
  try {
    return new TextDecoder(String(charset ?? 'utf-8')).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

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

function filesOf(parts: Parts): MessageFile[] {
  const attachmentInfos = parseJsonField<Record<string, AttachmentInfo>>(parts, 'attachment-info')
  const attachments = [...parts].filter(([name]) => /^attachment\d+$/.test(name))
  return attachments.flatMap(([name, part]) => {
    const info = attachmentInfos[name]
    const contentType = typeof info?.type === 'string' ? info.type : part.contentType
    const isInline = info?.['content-id'] !== undefined
    if (isLogo({ contentType, isInline, size: part.bytes.length })) return []
    const fileName = typeof info?.filename === 'string' ? info.filename : part.fileName
    return [{ name: fileName || name, contentType, bytes: part.bytes }]
  })
}

/** The mail is complete in the field `email`, or split into several fields. */
async function parseForm(parts: Parts): Promise<ParsedMail> {
  const source = Buffer.concat(
    ['email', 'headers', 'text', 'html'].flatMap((name) => parts.get(name)?.bytes ?? []),
  )
  const whole = parts.get('email')
  if (whole) return parseMime(whole.bytes, source)
  const mail = await parseMime(headOf(Buffer.from(decodeField(parts, 'headers'))), source)
  const { text, files } = await extractText(decodeField(parts, 'text'), decodeField(parts, 'html'))
  return { ...mail, text, files: [...files, ...filesOf(parts)] }
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
  const spf = verdictOf(decodeField(parts, 'SPF'))
  const read = async () => {
    const parsed = await parseForm(parts)
    const dkim = dkimResults(decodeField(parts, 'dkim'), parsed.signedBy)
    const verdicts: InboundMail['verdicts'] = { spf, dmarc: 'unknown', dkim }
    return { mail: { ...parsed, envelope, verdicts }, size: body.length }
  }
  await receiveMail(call, { envelope, spf, read })
}
