import { languages, matchLanguage } from '#contract/rules/languages.ts'
import { disclosureTexts } from '#server/sites/disclosure-texts.ts'
import type { CaseFile } from '../case-file.ts'
import { refundPolicyEvidence, termsEvidence, type PolicyEvidence } from '../policies.ts'
import type { ExhibitDraft } from './common.ts'
import { captured, facts, formatEstText, formatMoney, note, type Value } from './format.ts'

const policyBlocks = ({ version, basis, text }: PolicyEvidence, accepted: Value): ExhibitDraft['blocks'] => [
  ...facts('', [
    ['Version', version],
    ['Terms accepted', accepted],
  ]),
  ...(basis ? [note(basis)] : []),
  ...(text ? [{ kind: 'text' as const, title: '', text }] : []),
]

/** What the buyer was shown at the sale; the words in the order's language have the English ones below them. */
export function disclosure({ order, customer: { payment }, policies }: CaseFile): ExhibitDraft {
  const version = captured(payment.disclosure_version)
  const texts = version === null ? null : disclosureTexts(policies, payment)
  const language = matchLanguage(order.language) ?? 'en'
  const translation = language === 'en' ? undefined : texts?.[language]
  const fee = (amount: string | undefined) => (amount ? formatMoney(amount, order.currency) : null)
  return {
    title: 'Disclosure at the sale',
    shows: 'What the site told the customer before the payment, in the version of this order.',
    blocks:
      version === null
        ? []
        : [
            ...facts('', [
              ['Version of the disclosure', version],
              ['Shown', formatEstText(payment.disclosure_shown_at)],
              ['Accepted by the customer', formatEstText(payment.disclosure_accepted_at)],
              ['Amount', formatMoney(order.amount, order.currency)],
              ['Service fee', fee(payment.service_fee)],
              ['Government fee', fee(payment.government_fee)],
              ['Name on the card statement', captured(payment.statement_name)],
            ]),
            ...(translation
              ? [{ kind: 'text' as const, title: `In ${languages[language].english}`, text: translation }]
              : []),
            ...(texts
              ? [{ kind: 'text' as const, title: translation ? 'In English' : '', text: texts.en }]
              : []),
          ],
  }
}

export function terms({ customer: { payment }, policies, transactedAt }: CaseFile): ExhibitDraft {
  return {
    title: 'Terms in full',
    shows: 'The terms of the site, in the version of this order.',
    blocks: policyBlocks(
      termsEvidence(policies, payment.terms_version ?? '', transactedAt),
      formatEstText(payment.terms_accepted_at),
    ),
  }
}

export function refundPolicy({ customer: { payment }, policies, transactedAt }: CaseFile): ExhibitDraft {
  return {
    title: 'Refund policy in full',
    shows: 'The refund policy of the site, in the version of this order.',
    blocks: policyBlocks(
      refundPolicyEvidence(policies, payment.terms_version ?? '', transactedAt),
      formatEstText(payment.terms_accepted_at),
    ),
  }
}
