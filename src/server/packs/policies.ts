import type { KeptPolicy } from '#server/sites/sites.ts'

/** A policy as evidence: which version, how that is known, and its words where they are kept. */
export interface PolicyEvidence {
  version: string | null
  /** In a sentence. */
  how: string
  text: string | null
}

const ofKind = (policies: readonly KeptPolicy[], kind: KeptPolicy['kind']) =>
  policies.filter((policy) => policy.kind === kind)

/** The latest version that was in force here at that moment. */
const inForce = (policies: readonly KeptPolicy[], at: Date) =>
  policies.findLast(({ first_seen_at }) => first_seen_at <= at)

/** What a customer accepted: the version that the site sent, else the one in force when they paid, said as such. */
function evidenceOf(
  kept: readonly KeptPolicy[],
  accepted: string,
  at: Date,
  says: { accepted: string; lost: string },
): PolicyEvidence {
  const named = kept.find(({ version }) => version === accepted)
  if (named) return { version: accepted, how: says.accepted, text: named.text }
  if (accepted && says.lost) return { version: accepted, how: says.lost, text: null }
  const then = inForce(kept, at)
  if (then)
    return {
      version: then.version,
      how: 'The accepted version was not captured. This version was in force when the order was paid.',
      text: then.text,
    }
  return {
    version: null,
    how: 'The accepted version was not captured, and no version is on record for the time of the order.',
    text: null,
  }
}

/** The terms, by the version that intake was told. */
export const termsOf = (policies: readonly KeptPolicy[], accepted: string, at: Date): PolicyEvidence =>
  evidenceOf(ofKind(policies, 'terms'), accepted, at, {
    accepted: 'The customer accepted this version.',
    lost: 'The customer accepted this version. Its text is not on record here.',
  })

/** The refund policy: the one of the accepted version if there is one, for sites accept both together. */
export const refundPolicyOf = (policies: readonly KeptPolicy[], accepted: string, at: Date): PolicyEvidence =>
  evidenceOf(ofKind(policies, 'refund'), accepted, at, {
    accepted: 'This is the refund policy of the version that the customer accepted.',
    lost: '',
  })
