import { Busboy } from '@fastify/busboy'
import { buffer } from 'node:stream/consumers'
import { refuse } from '#server/platform/refusal.ts'
import { headOf, isLogo, parseMime, extractText } from '../inbound/parse-mime.ts'
import type { MessageFile } from '#server/messages/store-message.ts'
import type { InboundMail, ParsedMail } from '../inbound/inbound-mail.ts'

interface Part {
  bytes: Buffer
  fileName: string
  contentType: string
}
type Parts = ReadonlyMap<string, Part>

const maxParts = 200

const refuseUnreadable = (): never => refuse('invalid', 'The form could not be read.')

/** The parts of a form as bytes, because each field may have its own character set. */
export async function parseParts(body: Buffer, contentType: string): Promise<Parts> {
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

/** A field, in the character set that `charsets` gives it. */
export function decodeField(parts: Parts, name: string): string {
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

/** Sender and recipients as the mail servers had them. */
export function envelopeOf(parts: Parts): InboundMail['envelope'] {
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

/** The mail of an inbound form: complete in the field `email`, or split into several fields. */
export async function parseForm(parts: Parts): Promise<ParsedMail> {
  const source = Buffer.concat(
    ['email', 'headers', 'text', 'html'].flatMap((name) => parts.get(name)?.bytes ?? []),
  )
  const whole = parts.get('email')
  if (whole) return parseMime(whole.bytes, source)
  const mail = await parseMime(headOf(Buffer.from(decodeField(parts, 'headers'))), source)
  const { text, files } = await extractText(decodeField(parts, 'text'), decodeField(parts, 'html'))
  return { ...mail, text, files: [...files, ...filesOf(parts)] }
}
