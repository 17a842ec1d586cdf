import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import libmime from 'libmime'

/** Names that the library does not know, or reads as a smaller set than mails use under that name. */
const decoderNames: Readonly<Record<string, string>> = {
  ascii: 'utf-8',
  cp50220: 'iso-2022-jp',
  'euc-cn': 'gb18030',
  gb2312: 'gb18030',
  gb_2312: 'gb18030',
  'gb_2312-80': 'gb18030',
  gbk: 'gb18030',
  cp936: 'gb18030',
  'iso-2022-jp-ms': 'iso-2022-jp',
  ms932: 'cp932',
  uhc: 'cp949',
  'us-ascii': 'utf-8',
  'windows-31j': 'cp932',
  'x-gbk': 'gb18030',
}

/** Seven-bit codes of eight-bit sets: what stands between two marks is the set without its eighth bit. */
interface ShiftCode {
  set: string
  shifted: RegExp
  marks: RegExp
}
const korean: ShiftCode = { set: 'euc-kr', shifted: /␎([^␎␏\r\n]*)␏?/g, marks: /␛\$\)C/g }
const hz: ShiftCode = {
  set: 'gb18030',
  shifted: /~\{([^\r\n]*?)(?:~\}|(?=[\r\n])|$)/g,
  marks: /~\r?\n|~(?=~)/g,
}
const shiftCodes: Readonly<Record<string, ShiftCode>> = {
  'iso-2022-kr': korean,
  csiso2022kr: korean,
  'iso-2022-cn': { ...korean, set: 'gb18030', marks: /␛\$\)A/g },
  'hz-gb-2312': hz,
  hz,
}

/** Bytes as characters, with the codes that switch sets as their symbols. */
const symbolsOf = (bytes: Buffer, end?: number) =>
  bytes.toString('latin1', 0, end).replaceAll('\x1B', '␛').replaceAll('\x0E', '␎').replaceAll('\x0F', '␏')

const raise = (text: string) =>
  text.replaceAll(/[!-~]/g, (it) => String.fromCharCode(it.charCodeAt(0) | 0x80))

/** In no charset that is declared, but by its escape sequences; these bytes mean nothing in plain text. */
const escapes: readonly (readonly [RegExp, string])[] = [
  [/␛\$\)C[^]*␎/, 'iso-2022-kr'],
  [/␛(\$[@B]|\([IJ])/, 'iso-2022-jp'],
  [/~\{([!-w][!-~]){2,}~\}/, 'hz-gb-2312'],
]

const decodeBy = (bytes: Buffer, charset: string): string => {
  const name = charset.trim().toLowerCase()
  const shift = shiftCodes[name]
  if (shift) {
    const raised = symbolsOf(bytes)
      .replaceAll(shift.shifted, (_, text: string) => raise(text))
      .replaceAll(shift.marks, '')
    return decodeBy(Buffer.from(raised, 'latin1'), shift.set)
  }
  return libmime.decodeWord(decoderNames[name] ?? name, 'B', bytes.toString('base64'))
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
/** A charset is believed although a few characters are broken. */
const isRead = (text: string) => countOf(text, /\uFFFD/g) <= countOf(text, /[^\0-\x7F\uFFFD]/g) / 4

/** Characters of a HTML's beginning in which its charset is declared (HTML, 13.2.3.2), generously. */
const maxMetaBytes = 4096
const charsetInHtml = (bytes: Buffer) =>
  /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(bytes.toString('latin1', 0, maxMetaBytes))?.[1]

/** Bytes that are searched for a charset. */
const maxDetectedBytes = 64 * 1024
/** So sure is the library of any text that a charset can be, if it is short. */
const minConfidence = 10

/** Of charsets that are alike the one that most mails without a name are in comes first. */
const detected = (bytes: Buffer) =>
  analyse(bytes.subarray(0, maxDetectedBytes))
    .filter(({ confidence }) => confidence >= minConfidence)
    .toSorted(
      (a, b) => b.confidence - a.confidence || Number(b.name === 'GB18030') - Number(a.name === 'GB18030'),
    )
    .map(({ name }) => name)

/** So many valid sequences hardly occur in a text of another charset; two Chinese characters may look like two. */
const isSurelyUtf8 = (bytes: Buffer) => {
  const sequences = /[\xE0-\xF4][\x80-\xBF]{2}|([\xC2-\xDF][\x80-\xBF][^]*?){6}/
  return isUtf8(bytes) && sequences.test(bytes.toString('latin1', 0, maxDetectedBytes))
}

interface Declared {
  charset?: string | undefined
  isHtml?: boolean
  /** A charset that the mail names elsewhere. */
  nearby?: string | undefined
}

/** Decodes a text by its declared charset, by the one in its HTML, or by what its bytes look like. */
export function decodeText(bytes: Buffer, { charset, isHtml = false, nearby }: Declared): string {
  const start = symbolsOf(bytes, maxDetectedBytes)
  const escaped = escapes.find(([pattern]) => pattern.test(start))?.[1]
  if (escaped) return decodeBy(bytes, escaped)
  const named = [charset, isHtml ? charsetInHtml(bytes) : undefined, nearby, 'utf-8']
  for (const name of isSurelyUtf8(bytes) ? ['utf-8'] : named) {
    const text = name ? decodeBy(bytes, name) : ''
    if (name && isRead(text)) return text
  }
  const guess = detected(bytes).find((name) => isRead(decodeBy(bytes, name)))
  return decodeBy(bytes, guess ?? 'windows-1252')
}
