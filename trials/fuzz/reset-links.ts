import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'

/** Reads the secrets of links for new passwords from mails of the outbox, of those that came since the last call. */
export function createResetLinkReader(dataDir: string): () => Promise<string[]> {
  const folder = join(dataDir, 'outbox')
  const read = new Set<string>()
  return async () => {
    const names = await readdir(folder).catch(() => [])
    const added = names.filter((name) => name.endsWith('.eml') && !read.has(name))
    const found: string[] = []
    for (const name of added) {
      read.add(name)
      const raw = await readFile(join(folder, name))
      if (!/^Subject: Your new \S+ password/m.test(raw.toString('latin1'))) continue
      const { text = '' } = await simpleParser(raw)
      found.push(...[...text.matchAll(/\/reset-password\/([\w-]+)/g)].map(([, secret = '']) => secret))
    }
    return found
  }
}
