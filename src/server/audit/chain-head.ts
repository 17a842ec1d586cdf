import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { nullIfMissing } from '#server/platform/error-code.ts'
import type { Config } from '#server/config.ts'
import { writeDurably } from '#server/platform/files/write-durably.ts'

/** The newest link at a time, kept outside the database so that its owner cannot change both. */
const chainHead = z.object({
  seq: z.number(),
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  at: z.string(),
})
export type ChainHead = z.infer<typeof chainHead>

export const headPath = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'audit-head')

/** Null if there is no file; throws if it is invalid. */
export async function readHead(path: string): Promise<ChainHead | null> {
  const text = await readFile(path, 'utf8').catch(nullIfMissing)
  return text === null ? null : z.parse(chainHead, JSON.parse(text))
}

export const writeHead = (path: string, head: ChainHead): Promise<void> =>
  writeDurably(path, Buffer.from(`${JSON.stringify(head)}\n`))
