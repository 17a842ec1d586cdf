import { maskCards } from '#contract/rules/card-numbers.ts'
import { findMalware } from '#server/platform/files/scan-file.ts'
import { maxNameChars } from '#server/platform/mail/untrusted/raw-mail.ts'
import { readQrText } from '#server/platform/pdf/pictures.ts'
import { singleLine } from '#server/platform/single-line.ts'
import type { Actor, Call } from '#server/platform/work.ts'

export interface MessageFile {
  name: string
  contentType: string
  /** A picture that stands in the text. */
  isInline?: boolean
  bytes: Buffer
}

export interface PreparedFile extends MessageFile {
  kind: 'file' | 'inline' | 'original'
}

const maxFiles = 100
/** Bytes of all files of a mail together. */
const maxFileBytes = 25 * 1024 * 1024

const originalFile = (bytes: Buffer): PreparedFile => ({
  name: 'original.eml',
  contentType: 'message/rfc822',
  kind: 'original',
  bytes,
})

/** For a text that is truncated in the message. */
export const wholeTextFile = (text: string): MessageFile => ({
  name: 'message.txt',
  contentType: 'text/plain',
  bytes: Buffer.from(text),
})

export interface ScannedFiles {
  clean: readonly PreparedFile[]
  infected: { name: string; malware: string }[]
}

/** A mail with malware keeps its clean files, and is not kept as it came. */
export async function scanFiles(call: Call<Actor>, files: readonly PreparedFile[]): Promise<ScannedFiles> {
  const clean: PreparedFile[] = []
  const infected: ScannedFiles['infected'] = []
  for (const file of files) {
    const malware = await findMalware(call, file.bytes)
    if (malware === null) clean.push(file)
    else if (file.kind !== 'original') infected.push({ name: file.name, malware })
  }
  const hasAll = clean.length === files.length
  return { clean: hasAll ? clean : clean.filter(({ kind }) => kind !== 'original'), infected }
}

const keptName = (name: string) =>
  singleLine(maskCards(singleLine(name.slice(-maxNameChars))).slice(-200)) || 'file'

/** Pictures within the text come last, so that they keep no other file out. */
export function limitFiles(
  files: readonly MessageFile[],
  original: Buffer | null,
): { kept: PreparedFile[]; leftOut: string[] } {
  const fitting: PreparedFile[] = []
  const leftOut: string[] = []
  let total = 0
  for (const { name, contentType, isInline = false, bytes } of files.toSorted(
    (one, other) => Number(one.isInline ?? false) - Number(other.isInline ?? false),
  )) {
    if (fitting.length >= maxFiles || total + bytes.length > maxFileBytes) {
      leftOut.push(keptName(name))
      continue
    }
    total += bytes.length
    fitting.push({
      name: keptName(name),
      contentType: maskCards(singleLine(contentType, 200)),
      kind: isInline ? 'inline' : 'file',
      bytes,
    })
  }
  return { kept: [...fitting, ...(original ? [originalFile(original)] : [])], leftOut }
}

/** Bytes; a smaller picture in the text is a logo, unless it has a QR code. */
const maxLogoBytes = 10 * 1024

export async function withoutLogos<F extends PreparedFile>(files: readonly F[]): Promise<F[]> {
  const proposable: F[] = []
  for (const file of files) {
    const mayBeLogo = file.kind === 'inline' && file.bytes.length < maxLogoBytes
    if (!mayBeLogo || (await readQrText(file.bytes, file.contentType))) proposable.push(file)
  }
  return proposable
}
