import { emailKey } from '#contract/rules/email.ts'
import { bareAddress } from '#server/platform/ip-address.ts'
import type { Seal } from '#server/platform/seal.ts'

/** What identifies a returning customer (product §8, Compelling Evidence 3.0). */
export const evidenceKinds = ['card', 'account', 'email', 'ip', 'device'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

export interface EvidenceSource {
  email: string
  traveller_email: string
  /** Payment facts as intake stores them. */
  payment: Record<string, string>
}

const trimmed = (value: string) => value.trim()

/** Equal values have one form: the one form of e-mail and IP addresses. */
const normalizers = {
  card: trimmed,
  account: trimmed,
  email: emailKey,
  ip: (ip) => bareAddress(ip) ?? ip.trim(),
  device: trimmed,
} as const satisfies Record<EvidenceKind, (value: string) => string>

/** False if a value is missing. */
export const isSameValue = (
  kind: EvidenceKind,
  one: string | undefined,
  other: string | undefined,
): boolean => {
  const value = normalizers[kind](one ?? '')
  return value !== '' && value === normalizers[kind](other ?? '')
}

/** Values as captured; '' if missing. */
export const evidenceValues = {
  card: ({ payment }) => [payment.card_fingerprint ?? ''],
  account: ({ payment }) => [payment.account_id ?? ''],
  email: ({ email, traveller_email }) => [email, traveller_email],
  ip: ({ payment }) => [payment.payment_ip ?? ''],
  device: ({ payment }) => [payment.device_id ?? ''],
} as const satisfies Record<EvidenceKind, (source: EvidenceSource) => string[]>

export interface EvidenceKey {
  kind: EvidenceKind
  hash: Buffer
}

export const createEvidenceKeys = (source: EvidenceSource, seal: Pick<Seal, 'hash'>): EvidenceKey[] =>
  evidenceKinds.flatMap((kind) => {
    const values = new Set(evidenceValues[kind](source).map(normalizers[kind]))
    values.delete('')
    return [...values].map((value) => ({ kind, hash: seal.hash(`evidence ${kind}`, value) }))
  })

/** When an order was paid, else placed. */
export function transactedAt(createdAt: Date, payment: EvidenceSource['payment']): Date {
  const paidAt = new Date(payment.paid_at ?? '')
  return Number.isNaN(paidAt.getTime()) ? createdAt : paidAt
}
