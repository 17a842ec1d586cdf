import type { Seal } from '../seal.ts'

/** Derives a link's secret from the id stored with its mail. Only the sent mail contains the secret. */
export type LinkSecret = (linkId: string) => string

export const linkSecret = (seal: Pick<Seal, 'hash'>, linkId: string): string =>
  seal.hash('link in a mail', linkId).toString('base64url')

/** Shown to other readers than the recipient. */
export const hiddenSecret: LinkSecret = () => '••••••'
