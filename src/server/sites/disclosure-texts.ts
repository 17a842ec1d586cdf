import type { DisclosureTexts } from '#contract/sites.ts'
import type { StoredPolicy } from './sites.ts'

/** The words of an order's disclosure; null without a version, or for one that the settings never had. */
export function disclosureTexts(
  policies: readonly StoredPolicy[],
  { disclosure_version: version }: Readonly<Record<string, string>>,
): DisclosureTexts | null {
  const found = policies.find((policy) => policy.kind === 'disclosure' && policy.version === version)
  return found ? { ...found.translations, en: found.text } : null
}
