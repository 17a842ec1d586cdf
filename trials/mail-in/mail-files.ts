import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

/** What a person would take a public mail for. */
type MailKind = 'bounce' | 'delay' | 'success' | 'receipt' | 'absence' | 'other'

export interface MailFile {
  name: string
  /** The system that wrote it, by the file's name. */
  family: string
  kind: MailKind
  /** Bytes as characters. */
  head: string
  body: string
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : [path]))

/** By the file's name and its fields alone, not by the rules that are tried. */
function kindOf(name: string, head: string, body: string): MailKind {
  const has = (pattern: RegExp) => pattern.test(head + body)
  if (/^arf-|^is-not-bounce|^non_bounce|amazonses-(09|1[0-3])/.test(name))
    return name.startsWith('arf-') ? 'receipt' : 'other'
  if (/report-type="?(feedback-report|disposition)/i.test(head)) return 'receipt'
  if (name.startsWith('rfc3834-')) return 'absence'
  if (/^Subject:.*\bFwd?:/im.test(head)) return 'other'
  const isReport = /report-type="?delivery-status/i.test(head)
  if (!isReport && !/^(lhost|rhost|rfc3464|bounce|make-test)/.test(name)) return 'other'
  if (has(/^Action:\s*failed/im)) return 'bounce'
  if (has(/^Action:\s*delayed/im) || /^Subject:.*(delay|warning)/im.test(head)) return 'delay'
  return has(/^Action:\s*(delivered|relayed|expanded|deliverable)/im) ? 'success' : 'bounce'
}

/** The mails of these folders, which have a colon between them. */
export const readMailFolders = (folders: string): MailFile[] =>
  folders
    .split(':')
    .flatMap(filesIn)
    .filter((path) => path.endsWith('.eml'))
    .map((path) => {
      const text = readFileSync(path, 'latin1').replaceAll(/\r\n?/g, '\n')
      const end = text.indexOf('\n\n')
      const [head, body] = end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end)]
      const name = basename(path, '.eml')
      return { name, family: name.replace(/[-_]?\d+$/, ''), kind: kindOf(name, head, body), head, body }
    })

const field = (text: string, name: string) =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(text)?.[1]?.trim()
const address = /[\w.+=-]+@[\w-]+(?:\.[\w-]+)+/

/** Its Return-Path, else its From, though it may have had none. */
export const envelopeSenderOf = ({ head }: MailFile): string =>
  field(head, 'Return-Path')?.replaceAll(/[<>]/g, '') ?? address.exec(field(head, 'From') ?? '')?.[0] ?? ''

export const failedRecipientOf = ({ head, body }: MailFile): string =>
  [field(body, 'Final-Recipient'), field(head, 'X-Failed-Recipients'), body]
    .map((text) => address.exec(text ?? '')?.[0])
    .find((found) => found !== undefined) ?? 'nobody@traveller.example'
