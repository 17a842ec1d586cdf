interface TnefFile {
  name: string
  bytes?: Buffer
  message?: TnefMessage
}

interface TnefMessage {
  text?: string
  files: readonly TnefFile[]
}

const uint32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, 4 * index)
  return bytes
}
const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])

const attribute = (level: number, id: number, value: Buffer) =>
  Buffer.concat([Buffer.from([level]), uint32(id, value.length), value, Buffer.alloc(2)])

/** A property of a variable length; `named` ones have a set and a number before their value. */
const property = (tag: number, value: Buffer) => Buffer.concat([uint32(tag, 1, value.length), padded(value)])
const named = Buffer.concat([uint32(0x80_01_00_03), Buffer.alloc(16), uint32(0, 7, 42)])
const utf16 = (text: string) => Buffer.from(`${text}\0`, 'utf16le')

function attachment({ name, bytes = Buffer.of(), message }: TnefFile): Buffer {
  const object = message ? Buffer.concat([Buffer.alloc(16), aTnef(message)]) : null
  const properties = [
    named,
    property(0x37_07_00_1f, utf16(name)),
    ...(object ? [property(0x37_01_00_0d, object)] : []),
  ]
  return Buffer.concat([
    attribute(2, 0x06_90_02, Buffer.alloc(14)),
    attribute(2, 0x01_80_10, Buffer.from('SHORT~1.JPG\0')),
    ...(message ? [] : [attribute(2, 0x06_80_0f, bytes)]),
    attribute(2, 0x06_90_05, Buffer.concat([uint32(properties.length), ...properties])),
  ])
}

/** A message in Outlook's own format, as in `winmail.dat` ([MS-OXTNEF]). */
export function aTnef({ text, files }: TnefMessage): Buffer {
  const body = text === undefined ? [] : [property(0x10_00_00_1f, utf16(text))]
  return Buffer.concat([
    uint32(0x22_3e_9f_78),
    Buffer.alloc(2),
    attribute(1, 0x06_90_07, uint32(1252, 0)),
    ...body.map((found) => attribute(1, 0x06_90_03, Buffer.concat([uint32(1), found]))),
    ...files.map(attachment),
  ])
}
