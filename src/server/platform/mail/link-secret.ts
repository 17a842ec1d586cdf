import type { Seal } from '../seal.ts'

/** The secret of a link, from the id that its mail keeps: it stands in the mail that leaves, and in no table. */
export type LinkSecret = (linkId: string) => string

export const linkSecret = (seal: Pick<Seal, 'hash'>, linkId: string): string =>
  seal.hash('link in a mail', linkId).toString('base64url')

/** Stands for a secret where somebody else than its recipient reads the mail. */
export const hiddenSecret: LinkSecret = () => '••••••'
