import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import libmime from 'libmime'

/** Names that `TextDecoder` does not know, or reads as a smaller set than mails use under that name. */
const decoderNames: Readonly<Record<string, string>> = {
  ascii: 'utf-8',
  cp932: 'shift_jis',
  cp936: 'gb18030',
  cp949: 'euc-kr',
  cp950: 'big5',
  cp50220: 'iso-2022-jp',
  'euc-cn': 'gb18030',
  gb2312: 'gb18030',
  gb_2312: 'gb18030',
  'gb_2312-80': 'gb18030',
  gbk: 'gb18030',
  'iso-2022-jp-1': 'iso-2022-jp',
  'iso-2022-jp-2': 'iso-2022-jp',
  'iso-2022-jp-ms': 'iso-2022-jp',
  jis: 'iso-2022-jp',
  ms932: 'shift_jis',
  uhc: 'euc-kr',
  'us-ascii': 'utf-8',
  'x-gbk': 'gb18030',
}

/** Seven-bit codes of eight-bit sets: what stands between two marks is the set without its eighth bit. */
interface ShiftCode {
  set: string
  shifted: RegExp
  marks: RegExp
}
const korean: ShiftCode = { set: 'euc-kr', shifted: /\x0e([^\x0e\x0f\r\n]*)\x0f?/g, marks: /\x1b\$\)C/g }
const hz: ShiftCode = {
  set: 'gb18030',
  shifted: /~\{([^\r\n]*?)(?:~\}|(?=[\r\n])|$)/g,
  marks: /~\r?\n|~(?=~)/g,
}
const shiftCodes: Readonly<Record<string, ShiftCode>> = {
  'iso-2022-kr': korean,
  csiso2022kr: korean,
  'iso-2022-cn': { ...korean, set: 'gb18030', marks: /\x1b\$\)A/g },
  'hz-gb-2312': hz,
  hz,
}

const raise = (text: string) =>
  text.replaceAll(/[!-~]/g, (it) => String.fromCharCode(it.charCodeAt(0) | 0x80))

/** In no charset that is declared, but by its escape sequences; these bytes mean nothing in plain text. */
const escapes: readonly (readonly [RegExp, string])[] = [
  [/\x1b\$\)C[^]*\x0e/, 'iso-2022-kr'],
  [/\x1b(\$[@B]|\([IJ])/, 'iso-2022-jp'],
  [/~\{([!-w][!-~]){2,}~\}/, 'hz-gb-2312'],
]

const decodeBy = (bytes: Buffer, charset: string): string => {
  const name = charset.trim().toLowerCase()
  const shift = shiftCodes[name]
  if (shift) {
    const raised = bytes
      .toString('latin1')
      .replaceAll(shift.shifted, (_, text: string) => raise(text))
      .replaceAll(shift.marks, '')
    return decodeBy(Buffer.from(raised, 'latin1'), shift.set)
  }
  try {
    return new TextDecoder(decoderNames[name] ?? name).decode(bytes)
  } catch {
    return libmime.decodeWord(name, 'B', bytes.toString('base64'))
  }
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
/** Of a text shorter than some ten characters, nothing is certain. */
const minConfidence = 15

const detected = (bytes: Buffer) =>
  analyse(bytes.subarray(0, maxDetectedBytes))
    .filter(({ confidence }) => confidence >= minConfidence)
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
  const start = bytes.toString('latin1', 0, maxDetectedBytes)
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
