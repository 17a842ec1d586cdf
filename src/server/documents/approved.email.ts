import { fillText } from '#contract/rules/fill-text.ts'
import type { LanguageCode } from '#contract/rules/languages.ts'
import { localizedJakartaTime, localizedMoney } from '#contract/rules/localized-formats.ts'
import type { SaleDisclosure } from '#contract/visitor.ts'
import { orderType } from '#contract/rules/order-type.ts'
import { filledTrackPath } from '#contract/rules/visitor-addresses.ts'
import type { Config } from '#server/config.ts'
import { footerLinks } from '#server/platform/mail/footer-links.ts'
import { defineMail, type MailContent } from '#server/platform/mail/define-mail.ts'
import { composeMail, type MailDraft } from '#server/platform/mail/compose-mail.tsx'
import { singleLine } from '#server/platform/single-line.ts'
import { siteFor } from '#server/sites/sites.ts'
import { mailTexts } from '#texts/mails.ts'
import { approvedProps, renewApprovedProps, type ApprovedProps } from './approved-props.ts'

const namesFact = (label: string, names: readonly string[]) =>
  names.length > 0 ? [[label, names.map((name) => singleLine(name)).join(', ')] as const] : []

const fact = <T>(label: string, value: T | null, format: (value: T) => string) =>
  value === null ? [] : [[label, format(value)] as const]

/** What the buyer was shown at the sale, and what the charge is called (product §14). */
function disclosureParts(shown: SaleDisclosure, language: LanguageCode): MailDraft['parts'] {
  const texts = mailTexts[language].document.disclosure
  const timeOf = (at: string) => localizedJakartaTime(language, new Date(at))
  const feeOf = (fee: string) => localizedMoney(language, fee, shown.currency)
  const facts = [
    ...fact(texts.shown, shown.shown_at, timeOf),
    ...fact(texts.accepted, shown.accepted_at, timeOf),
    ...fact(texts.governmentFee, shown.government_fee, feeOf),
    ...fact(texts.serviceFee, shown.service_fee, feeOf),
    ...fact(texts.statement, shown.statement_name, singleLine),
  ]
  return [
    texts.heading,
    { lines: shown.text.split('\n'), dir: 'auto' as const },
    ...(facts.length > 0 ? [{ facts }] : []),
  ]
}

/** Links to the approved document. */
export function composeDocumentMail(
  kind: 'approved' | 'reminder',
  {
    language = 'en',
    orderId,
    customerName,
    username,
    fillsIn = false,
    landingDomain,
    travellers = [],
    following = [],
    disclosure,
  }: ApprovedProps,
  config: Config,
): MailContent {
  const site = siteFor(config, landingDomain)
  const texts = mailTexts[language].document
  const declaration = texts.declarations[orderType(landingDomain)]
  const { email, phone, address } = site.contact
  return composeMail({
    brand: site.name,
    subject: `${fillText(texts[kind].subject, { declaration })} – ${texts.order} ${orderId}`,
    language,
    name: customerName,
    parts: [
      fillText(texts[kind].news, { declaration }),
      texts.open,
      {
        facts: [
          [texts.username, singleLine(username)],
          [texts.orderId, String(orderId)],
          ...namesFact(texts.travellers, travellers),
          ...namesFact(texts.following, following),
        ],
      },
      { label: texts.click, url: config.publicUrl + filledTrackPath(orderId, fillsIn ? username : null) },
      texts.validity,
      ...(disclosure ? disclosureParts(disclosure, language) : []),
      { lines: [texts.questions, email, phone, address].filter(Boolean) },
    ],
    footer: footerLinks(site, landingDomain, config.publicUrl, language),
  })
}

/** Tells how to download the approved document (spec §2, Customer e-mail preview). */
export const approvedMail = defineMail('approved', approvedProps, {
  renew: renewApprovedProps,
  render: (props, config) => composeDocumentMail('approved', props, config),
  sample: {
    orderId: 2000001,
    customerName: 'Siti Nurhaliza',
    username: 'siti@example.com',
    fillsIn: true,
    landingDomain: 'arrival.example',
    travellers: ['Siti Nurhaliza', 'Budi Nurhaliza'],
  },
})
