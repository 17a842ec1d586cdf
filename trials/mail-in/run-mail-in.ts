// Reads every mail (.eml) and every text of a reply (.txt) in the folders of MAIL_FOLDERS; nothing of them is kept.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { simpleParser } from 'mailparser'
import { splitQuote } from '#server/messages/split-quote.ts'
import { parseMail } from '#server/platform/mail/untrusted/read-mail.ts'
import { isTnef } from '#server/platform/mail/untrusted/tnef.ts'
import { conclude } from '../figures.ts'

const folders = (process.env['MAIL_FOLDERS'] ?? '').split(':').filter(Boolean)
const sendDomain = 'mail.pabean.example'
const maxBytes = 30 * 1024 * 1024

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && statSync(path).size <= maxBytes)

const tally = { mails: 0, sent: 0, found: 0, replies: 0, folded: 0 }
const violations: string[] = []

/** Files that another reader finds; of a container those within it count. */
async function tryMail(path: string, bytes: Buffer): Promise<void> {
  tally.mails += 1
  const read = await parseMail(bytes, true).catch(() => parseMail(bytes, false).catch(() => null))
  if (!read) {
    violations.push(`${path}: cannot be read`)
    return
  }
  const found = new Set(read.parts.map((part) => Buffer.from(part.bytes).toString('base64')))
  const { attachments } = await simpleParser(bytes, { skipTextToHtml: true, skipImageLinks: true })
  const sent = attachments.filter(({ content }) => content.length > 0 && !isTnef(content))
  const missing = sent.filter(({ content }) => !found.has(content.toString('base64')))
  tally.sent += sent.length
  tally.found += sent.length - missing.length
  violations.push(
    ...missing.map(({ filename, contentType }) => `${path}: ${filename ?? contentType} is not found`),
  )
  tryReply(path, read.text)
}

const isMarked = (line: string) => /^\s*>/.test(line) || line.trim() === ''

/** Of another's mail only lines with quote marks, and the attribution above them, may be folded. */
function tryReply(path: string, text: string): void {
  tally.replies += 1
  const { quoted } = splitQuote(text.replaceAll('\r\n', '\n'), { sendDomain, earlier: [] })
  if (quoted === '') return
  tally.folded += 1
  const lines = quoted.split('\n')
  const attribution = lines.slice(
    0,
    lines.findIndex((line) => isMarked(line)),
  )
  const own = lines.slice(attribution.length).filter((line) => !isMarked(line))
  if (own.length > 0 || attribution.length > 4)
    violations.push(
      `${path}: folds ${JSON.stringify((own.length > 0 ? own : attribution).slice(0, 2).join(' / '))}`,
    )
}

const attempts: Readonly<Record<string, (path: string, bytes: Buffer) => Promise<void> | void>> = {
  '.eml': tryMail,
  '.txt': (path, bytes) => tryReply(path, bytes.toString('utf8')),
}

for (const path of folders.flatMap(filesIn))
  await attempts[extname(path).toLowerCase()]?.(path, readFileSync(path))
console.table(tally)
conclude(violations, {
  tried: `${tally.mails} mails, ${tally.replies} texts`,
  found: `${tally.found} of ${tally.sent} files; ${tally.folded} texts folded, ${violations.length} violations`,
})
