export type CopyValue = string | number | boolean | Date | Buffer | Buffer[] | null

/** What has a meaning of its own in COPY's text format. */
const escapes: Record<string, string> = {
  '\\': String.raw`\\`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
}

/** Bytes as PostgreSQL writes them within an array. */
const arrayElement = (bytes: Buffer) => String.raw`"\\x${bytes.toString('hex')}"`

/** A value in the text format of COPY. */
function copyText(value: CopyValue): string {
  if (value === null) return String.raw`\N`
  if (typeof value === 'string')
    return value.replaceAll(/[\\\n\r\t]/g, (character) => escapes[character] ?? '')
  if (Buffer.isBuffer(value)) return String.raw`\\x` + value.toString('hex')
  if (Array.isArray(value)) return copyText(`{${value.map(arrayElement).join(',')}}`)
  return value instanceof Date ? value.toISOString() : String(value)
}

/** Values of a row in the text format of COPY, without the end of the line; joined by tabs, such parts are one row. */
export const copyCells = (values: readonly CopyValue[]): string => values.map(copyText).join('\t')
