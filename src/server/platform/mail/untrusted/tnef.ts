import libmime from 'libmime'
import { decodeText } from './decode-text.ts'
import { htmlToText } from './html-to-text.ts'
import { maxNameChars, type MailPart } from './raw-mail.ts'

/** Transport Neutral Encapsulation Format, `winmail.dat` ([MS-OXTNEF]). */
const signature = 0x22_3e_9f_78
const headerBytes = 6

export const isTnef = (bytes: Buffer): boolean =>
  bytes.length > headerBytes && bytes.readUInt32LE(0) === signature

/** Attributes ([MS-OXTNEF] 2.1.2), by the lower half of their ids. */
const attributes = {
  body: 0x80_0c,
  codepage: 0x90_07,
  title: 0x80_10,
  data: 0x80_0f,
  messageProperties: 0x90_03,
  newAttachment: 0x90_02,
  attachmentProperties: 0x90_05,
} as const

/** Properties ([MS-OXPROPS]). */
const properties = { body: 0x10_00, html: 0x10_13, object: 0x37_01, longName: 0x37_07 } as const

/** Types of property values: bytes of those of a fixed length; the others have it before them. */
const fixedBytes: ReadonlyMap<number, number> = new Map([
  ...[0x02, 0x03, 0x04, 0x0a, 0x0b].map((type) => [type, 4] as const),
  ...[0x05, 0x06, 0x07, 0x14, 0x40].map((type) => [type, 8] as const),
  [0x48, 16],
])
const types = { multiple: 0x10_00, object: 0x0d, text: 0x1e, unicode: 0x1f } as const
const guidBytes = 16

const padded = (length: number) => length + ((4 - (length % 4)) % 4)
const withoutNul = (text: string) => text.split('\0', 1)[0] ?? ''

/** Adds the first value of each property ([MS-OXTNEF] 2.1.3.4), texts in UTF-8. Throws where the bytes end too early. */
function readProperties(bytes: Buffer, charset: string, found: Map<number, Buffer>): void {
  let at = 0
  const next = () => bytes.readUInt32LE((at += 4) - 4)
  const decode = (value: Buffer, type: number) => {
    if (type === types.unicode) return Buffer.from(withoutNul(value.toString('utf16le')))
    if (type === types.text) return Buffer.from(withoutNul(decodeText(value, { charset })))
    return type === types.object ? value.subarray(guidBytes) : value
  }
  for (let count = next(); count > 0; count--) {
    const tag = next()
    const [id, type] = [tag >>> 16, tag & 0xffff & ~types.multiple]
    // A named property has a set, and a number or a name.
    if (id >= 0x80_00) {
      at += guidBytes
      const length = next() === 0 ? 4 : padded(next())
      at += length
    }
    const fixed = fixedBytes.get(type)
    const isCounted = fixed === undefined || (tag & types.multiple) !== 0
    for (let values = isCounted ? next() : 1; values > 0; values--) {
      const length = fixed ?? next()
      if (at + length > bytes.length) throw new RangeError('a property is cut off')
      if (!found.has(id)) found.set(id, decode(bytes.subarray(at, at + length), type))
      at += padded(length)
    }
  }
}

function* readAttributes(bytes: Buffer): Generator<{ id: number; value: Buffer }> {
  for (let at = headerBytes; at + 9 <= bytes.length;) {
    const length = bytes.readUInt32LE(at + 5)
    yield { id: bytes.readUInt16LE(at + 1), value: bytes.subarray(at + 9, at + 9 + length) }
    at += 9 + length + 2
  }
}

function propertiesIn(value: Buffer, charset: string): ReadonlyMap<number, Buffer> {
  const found = new Map<number, Buffer>()
  try {
    readProperties(value, charset, found)
  } catch {
    // What stands before the broken place is kept.
  }
  return found
}

/** A message within a message is opened so deep. */
const maxDepth = 4

function openFile({ inner, ...file }: TnefFile, depth: number): MailPart[] {
  if (inner && isTnef(inner) && depth < maxDepth) {
    const { text, files } = openTnef(inner, depth + 1)
    const words = { ...file, contentType: 'text/plain', bytes: Buffer.from(text) }
    return text.trim() === '' ? files : [words, ...files]
  }
  const bytes = file.bytes.length > 0 ? file.bytes : (inner ?? file.bytes)
  if (bytes.length === 0) return []
  const name = file.name?.slice(-maxNameChars)
  return [{ ...file, bytes, name, contentType: (name && libmime.detectMimeType(name)) || file.contentType }]
}

interface TnefFile extends MailPart {
  inner?: Buffer | undefined
}

/** The text of a container and its files, those of messages within it too; what is cut off is left out. */
export function openTnef(bytes: Buffer, depth = 0): { text: string; files: MailPart[] } {
  const files: TnefFile[] = []
  let [text, charset] = ['', 'windows-1252']
  for (const { id, value } of readAttributes(bytes)) {
    const file = files.at(-1)
    if (id === attributes.codepage && value.length >= 4) charset = `windows-${value.readUInt32LE(0)}`
    if (id === attributes.body) text ||= withoutNul(decodeText(value, { charset }))
    if (id === attributes.messageProperties) {
      const found = propertiesIn(value, charset)
      const html = found.get(properties.html)
      text ||= found.get(properties.body)?.toString() ?? ''
      if (html) text ||= htmlToText(decodeText(html, { charset, isHtml: true }))
    }
    if (id === attributes.newAttachment)
      files.push({
        name: undefined,
        contentType: 'application/octet-stream',
        isInline: false,
        bytes: Buffer.of(),
      })
    if (!file) continue
    if (id === attributes.title) file.name ??= withoutNul(decodeText(value, { charset }))
    if (id === attributes.data) file.bytes = value
    if (id === attributes.attachmentProperties) {
      const found = propertiesIn(value, charset)
      file.name = found.get(properties.longName)?.toString() || file.name
      file.inner = found.get(properties.object)
    }
  }
  return { text, files: files.flatMap((file) => openFile(file, depth)) }
}
