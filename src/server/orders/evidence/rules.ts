import type { Seal } from '#server/platform/seal/seal.ts'

/** What tells a customer again (product §8, Compelling Evidence 3.0). */
export const evidenceKinds = ['card', 'account', 'email', 'ip', 'device'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** Of an order, what its keys are made from. */
export interface EvidenceSource {
  email: string
  traveller_email: string
  /** Payment facts as intake keeps them. */
  payment: Record<string, string>
}

export const plainEmail = (email: string): string => email.trim().toLowerCase()
/** IPv4 as such where it was written as IPv6. */
export const plainIp = (ip: string): string =>
  ip
    .trim()
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')

const valuesOf = {
  card: ({ payment }) => [payment.card_fingerprint?.trim()],
  account: ({ payment }) => [payment.account_id?.trim()],
  email: ({ email, traveller_email }) => [plainEmail(email), plainEmail(traveller_email)],
  ip: ({ payment }) => [plainIp(payment.payment_ip ?? '')],
  device: ({ payment }) => [payment.device_id?.trim()],
} as const satisfies Record<EvidenceKind, (source: EvidenceSource) => (string | undefined)[]>

export interface EvidenceKey {
  kind: EvidenceKind
  hash: Buffer
}

/** One key for each different value that was captured. */
export const evidenceKeysOf = (source: EvidenceSource, seal: Pick<Seal, 'hash'>): EvidenceKey[] =>
  evidenceKinds.flatMap((kind) =>
    [...new Set(valuesOf[kind](source))]
      .filter((value) => value !== undefined && value !== '')
      .map((value) => ({ kind, hash: seal.hash(`evidence ${kind}`, value ?? '') })),
  )

/** When an order was paid, else placed. */
export function transactedAt(createdAt: Date, payment: EvidenceSource['payment']): Date {
  const paidAt = new Date(payment.paid_at ?? '')
  return Number.isNaN(paidAt.getTime()) ? createdAt : paidAt
}
