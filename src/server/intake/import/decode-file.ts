import { createReadStream } from 'node:fs'
import { spreadsheetEncodings } from '#contract/imports.ts'
import { errorCode, errorMessage } from '#server/platform/error-code.ts'
import { refuse } from '#server/platform/refusal.ts'

const headBytes = 64 * 1024

/** A file of orders; its name tells the format and stands in messages. */
export interface ImportFile {
  name: string
  /** Its bytes, from the beginning at each call. */
  open: () => AsyncIterable<Uint8Array>
}

export const fileAt = (path: string): ImportFile => ({ name: path, open: () => createReadStream(path) })

async function readHead({ name, open }: ImportFile): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of open()) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= headBytes) break
    }
  } catch (error) {
    const reason = errorCode(error) === 'ENOENT' ? 'there is no such file' : errorMessage(error)
    return refuse('notFound', `${name} cannot be read: ${reason}.`)
  }
  return Buffer.concat(chunks).subarray(0, headBytes)
}

const workbook = 'is a workbook of a spreadsheet; save it as CSV UTF-8'
/** The first that fits decides; `encoding` is a label of the WHATWG Encoding Standard. */
const signatures: readonly { hex: string; encoding?: string; fault?: string }[] = [
  { hex: '504b0304', fault: workbook },
  { hex: 'd0cf11e0', fault: workbook },
  { hex: 'fffe0000', fault: 'is UTF-32; save it as UTF-8' },
  { hex: '0000feff', fault: 'is UTF-32; save it as UTF-8' },
  { hex: 'efbbbf', encoding: 'utf-8' },
  { hex: 'fffe', encoding: 'utf-16le' },
  { hex: 'feff', encoding: 'utf-16be' },
]

/** UTF-16 without a byte order mark: every second byte of a head in Latin letters is 0. */
function utf16Of(head: Buffer): string | undefined {
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2]! += 1
  const isMost = (count = 0) => count > head.length * 0.3
  return isMost(zeros[1]) ? 'utf-16le' : isMost(zeros[0]) ? 'utf-16be' : undefined
}

function detectEncoding(path: string, head: Buffer, asked: string | undefined): string {
  const found = signatures.find(({ hex }) => head.subarray(0, hex.length / 2).toString('hex') === hex)
  if (found?.fault) return refuse('invalid', `${path} ${found.fault}.`)
  const marked = found?.encoding ?? utf16Of(head)
  if (marked) return marked
  try {
    return new TextDecoder(asked ?? 'utf-8').encoding
  } catch {
    return refuse('invalid', `${asked} is no encoding; name one such as windows-1252 or shift_jis.`)
  }
}

/** Throws a TypeError at a byte that the encoding does not have. */
export async function* decodeChunks(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** In a stream, because Node.js 20 decodes windows-1252 at once as Latin-1. */
function decodeAll(bytes: Uint8Array, decoder: TextDecoder): string {
  return decoder.decode(bytes, { stream: true }) + decoder.decode()
}

/** Null if the bytes are none of the encoding. */
function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return decodeAll(bytes, new TextDecoder(encoding, { fatal: true }))
  } catch {
    return null
  }
}

/** The sign for a lost letter, and controls, which a wrong code page makes of letters. */
const lostLetter = /\uFFFD|(?![\t\n\v\f\r\u0085])\p{Cc}/u

const readingsShown = 5

/** `“Günther” in windows-1252, windows-1250; “Gόnther” in windows-1253`, of a cell that the encoding does not have. */
function describeReadings(cell: Buffer): string {
  const encodingsByReading = new Map<string, string[]>()
  for (const encoding of spreadsheetEncodings) {
    const reading = decode(cell, encoding)?.trim()
    if (!reading || lostLetter.test(reading) || /\p{Co}/u.test(reading)) continue
    encodingsByReading.set(reading, [...(encodingsByReading.get(reading) ?? []), encoding])
  }
  const readings = [...encodingsByReading].map(([reading, names]) => `“${reading}” in ${names.join(', ')}`)
  return readings.slice(0, readingsShown).join('; ')
}

async function refuseUndecodable({ name: path, open }: ImportFile, encoding: string): Promise<never> {
  let line = 0
  let rest = ''
  for await (const chunk of open()) {
    const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    for (const text of [...lines, ...(rest.length > headBytes ? [rest] : [])]) {
      line += 1
      refuseLine(path, encoding, line, text)
    }
  }
  refuseLine(path, encoding, line + 1, rest)
  return refuse('invalid', `${path} is not ${encoding.toUpperCase()}.`)
}

function refuseLine(path: string, encoding: string, line: number, latin1: string): void {
  if (encoding.startsWith('utf-16') || decode(Buffer.from(latin1, 'latin1'), encoding) !== null) return
  const cells = latin1.split(/[,;\t"\r]/).map((cell) => Buffer.from(cell, 'latin1'))
  const cell = cells.find((bytes) => decode(bytes, encoding) === null) ?? Buffer.alloc(0)
  refuse(
    'invalid',
    `${path} is not ${encoding.toUpperCase()}: line ${line} has “${cell.toString().trim()}”. Nothing was imported. ` +
      `Save it as CSV UTF-8, or name its encoding; it reads ${describeReadings(cell)}.`,
  )
}

export interface FileText {
  /** Label of the WHATWG Encoding Standard. */
  encoding: string
  /** The beginning of the file, without a byte order mark. */
  head: string
}

/**
 * Detects UTF-8 and UTF-16; any other encoding must be named, since a guess may ruin letters. Refuses a file that has a
 * byte which the encoding does not have, before any of it is used.
 */
export async function openText(file: ImportFile, asked?: string): Promise<FileText> {
  const head = await readHead(file)
  const encoding = detectEncoding(file.name, head, asked)
  try {
    for await (const _ of decodeChunks(file.open(), encoding));
  } catch (error) {
    if (error instanceof TypeError) await refuseUndecodable(file, encoding)
    throw error
  }
  return { encoding, head: decodeAll(head, new TextDecoder(encoding)) }
}

function bytesByLetter(encoding: string): Map<string, number> {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  return new Map([...decodeAll(bytes, new TextDecoder(encoding))].map((letter, byte) => [letter, byte]))
}

/** Code pages in which UTF-8 is misread, and what the text was then: names of these letters are written so by chance. */
const misreadings = [
  { letters: bytesByLetter('windows-1252'), was: /^[\p{ASCII}\p{L}\p{M}\p{P}]+$/u },
  { letters: bytesByLetter('windows-1250'), was: /^[\p{ASCII}\u00C0-\u017F]+$/u },
  { letters: bytesByLetter('windows-1251'), was: /^[\p{ASCII}]*(?:[\u0400-\u045F][\p{ASCII}]*){3,}$/u },
]

/** What “GÃ¼nther” was before its UTF-8 was read in a code page; null if the text is no such. */
function beforeMisreading(text: string): string | null {
  for (const { letters, was } of misreadings) {
    const bytes = Array.from(text, (letter) => letters.get(letter))
    if (bytes.some((byte) => byte === undefined)) continue
    const original = decode(Uint8Array.from(bytes, Number), 'utf-8')
    if (original !== null && original !== text && was.test(original)) return original
  }
  return null
}

/** Why the letters of a text cannot be those that its author wrote; null if they can. */
export function faultOfLetters(text: string): string | null {
  if (!/[^\x20-\x7E]/.test(text)) return null
  if (lostLetter.test(text)) return 'has a letter that was lost'
  const original = beforeMisreading(text)
  return original === null ? null : `was “${original}” before it was saved in a wrong encoding`
}
