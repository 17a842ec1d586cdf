import { refuse } from '../refusal.ts'
import type { Platform } from '../work.ts'

/** The name of malware in a file; null for a clean file or without a scanner. 503 without a verdict. */
export async function findMalware(
  { scanner, log }: Pick<Platform, 'scanner' | 'log'>,
  bytes: Buffer,
): Promise<string | null> {
  if (!scanner) return null
  return scanner.scan(bytes).catch((error: unknown) => {
    log.error({ err: error }, 'a file could not be scanned for malware')
    return refuse('unavailable', 'Files cannot be checked for malware at the moment. Try again later.', {
      retryAfter: 60,
    })
  })
}

/** Refuses a file with malware, with the message at `field`; 503 without a verdict. */
export async function refuseMalware(
  platform: Pick<Platform, 'scanner' | 'log'>,
  bytes: Buffer,
  field: string,
): Promise<void> {
  const malware = await findMalware(platform, bytes)
  if (malware === null) return
  platform.log.warn({ malware }, 'a file was refused')
  const message = `The malware scanner refused the file: ${malware}.`
  refuse('invalid', message, { errors: { [field]: message } })
}
