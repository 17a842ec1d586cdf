import * as z from 'zod/mini'
import type { SettingValues } from './setting.ts'

/** Where clamd listens: a socket of this machine, or a port. */
export type ScannerAddress = { path: string } | { host: string; port: number }

const portAddress = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i

function parseAddress(text: string): ScannerAddress | null {
  if (text.startsWith('/')) return { path: text }
  const [, literal, name, digits] = portAddress.exec(text) ?? []
  const host = literal ?? name
  const port = Number(digits)
  return host !== undefined && port > 0 && port < 65_536 ? { host, port } : null
}

export const scannerSettings = {
  CLAMD: z.optional(
    z
      .string()
      .check(z.refine((text) => parseAddress(text) !== null, 'must be host:port or the path of a socket')),
  ),
}

/** Undefined: files are not scanned. */
export const scannerConfig = (s: SettingValues<typeof scannerSettings>): ScannerAddress | undefined =>
  (s.CLAMD !== undefined && parseAddress(s.CLAMD)) || undefined
