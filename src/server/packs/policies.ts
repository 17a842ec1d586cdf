import type { StoredPolicy } from '#server/sites/sites.ts'

export interface PolicyEvidence {
  version: string | null
  /** Phrased to stand within a sentence; empty without a version. */
  basis: string
  text: string | null
}

const policiesOfKind = (policies: readonly StoredPolicy[], kind: StoredPolicy['kind']) =>
  policies.filter((policy) => policy.kind === kind)

const inForce = (policies: readonly StoredPolicy[], at: Date) =>
  policies.findLast(({ first_seen_at }) => first_seen_at <= at)

/** What a customer accepted: the version that the site sent, else the one in force at the payment, labelled so. */
function policyEvidence(
  versions: readonly StoredPolicy[],
  accepted: string,
  at: Date,
  statements: { accepted: string; lost: string },
): PolicyEvidence {
  const acceptedVersion = versions.find(({ version }) => version === accepted)
  if (acceptedVersion) return { version: accepted, basis: statements.accepted, text: acceptedVersion.text }
  if (accepted && statements.lost) return { version: accepted, basis: statements.lost, text: null }
  const inForceThen = inForce(versions, at)
  if (inForceThen)
    return {
      version: inForceThen.version,
      basis: 'This version was in force at the time of the order.',
      text: inForceThen.text,
    }
  return { version: null, basis: '', text: null }
}

/** The terms, by the version that the landing site sent. */
export const termsEvidence = (
  policies: readonly StoredPolicy[],
  accepted: string,
  at: Date,
): PolicyEvidence =>
  policyEvidence(policiesOfKind(policies, 'terms'), accepted, at, {
    accepted: 'The customer accepted this version.',
    lost: 'The customer accepted this version.',
  })

/** The refund policy of the accepted version, else of the day, because sites accept both together. */
export const refundPolicyEvidence = (
  policies: readonly StoredPolicy[],
  accepted: string,
  at: Date,
): PolicyEvidence =>
  policyEvidence(policiesOfKind(policies, 'refund'), accepted, at, {
    accepted: 'This is the refund policy of the version that the customer accepted.',
    lost: '',
  })
