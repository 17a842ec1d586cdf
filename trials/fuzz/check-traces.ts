import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { pdfTexts } from '../../test/support/pdf.ts'
import { unescapedIn } from './check-reply.ts'
import { markup } from './hostile-values.ts'

const maxMails = 3000

/** Faults of the outbox: unescaped markup and injected headers. */
export async function checkMails(dataDir: string): Promise<{ mails: number; problems: string[] }> {
  const folder = join(dataDir, 'outbox')
  const files = (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith('.eml'))
    .slice(-maxMails)
  const problems: string[] = []
  for (const name of files) {
    const mail = await simpleParser(await readFile(join(folder, name)))
    const found = unescapedIn(mail.html || '')
    if (found !== null) problems.push(`the mail ${mail.subject ?? ''} has markup as it was sent: ${found}`)
    if (mail.headers.has('x-fz')) problems.push(`the mail ${mail.subject ?? ''} has a header of the request`)
  }
  return { mails: files.length, problems }
}

/** PDFs must be readable and show markup as text, without actions. */
export async function checkPdfs(
  pdfs: ReadonlyMap<string, Buffer>,
): Promise<{ pdfs: number; problems: string[] }> {
  const problems: string[] = []
  for (const [name, bytes] of pdfs) {
    const text = await pdfTexts(bytes).then(
      (pages) => pages.join(' '),
      (error: unknown) => {
        problems.push(`the PDF of ${name} cannot be read: ${String(error)}`)
        return ''
      },
    )
    if (text.includes('&lt;x-fz') || text.includes('&amp;lt;'))
      problems.push(`the PDF of ${name} shows ${markup} escaped for HTML`)
    if (/\/(JavaScript|JS|Launch|SubmitForm)\b/.test(bytes.toString('latin1')))
      problems.push(`the PDF of ${name} has an action`)
  }
  return { pdfs: pdfs.size, problems }
}
