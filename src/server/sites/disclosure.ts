import type { LanguageCode } from '#contract/rules/languages.ts'
import type { SaleDisclosure } from '#contract/visitor.ts'
import type { Work } from '#server/platform/work.ts'
import { disclosureTexts } from './disclosure-texts.ts'
import { listPolicyVersions } from './sites.ts'

interface Sale {
  landing_domain: string
  currency: string | null
}

/** What was shown at the sale, in the language or in English; null unless its words are known (product §14). */
export async function loadSaleDisclosure(
  { tx, config }: Pick<Work, 'tx' | 'config'>,
  { landing_domain: domain, currency }: Sale,
  payment: Readonly<Record<string, string>>,
  language: LanguageCode,
): Promise<SaleDisclosure | null> {
  if (!payment.disclosure_version) return null
  const texts = disclosureTexts(await listPolicyVersions(tx, config, domain), payment)
  const text = texts?.[language]
  if (!texts) return null
  return {
    text: text ?? texts.en,
    language: text ? language : 'en',
    shown_at: payment.disclosure_shown_at || null,
    accepted_at: payment.disclosure_accepted_at || null,
    government_fee: payment.government_fee || null,
    service_fee: payment.service_fee || null,
    currency,
    statement_name: payment.statement_name || null,
  }
}
