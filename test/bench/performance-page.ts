import { readFile, writeFile } from 'node:fs/promises'

const page = new URL('../../docs/performance.md', import.meta.url)

/** The text with what stands below the heading `## title` replaced; added before the last section where it is new. */
export function replaceSection(text: string, title: string, body: string): string {
  const sections = text.split(/^(?=## )/m)
  const section = `## ${title}\n\n${body.trim()}\n`
  const at = sections.findIndex((it) => it.startsWith(`## ${title}\n`))
  if (at < 0) sections.splice(-1, 0, `${section}\n`)
  else sections[at] = at === sections.length - 1 ? section : `${section}\n`
  return sections.join('')
}

/** Writes a section of docs/performance.md. */
export async function writeSection(title: string, body: string): Promise<void> {
  await writeFile(page, replaceSection(await readFile(page, 'utf8'), title, body))
}
