import { fillText } from '#contract/rules/fill-text.ts'
import { orderType } from '#contract/rules/order-type.ts'
import { filledTrackPath } from '#contract/rules/visitor-addresses.ts'
import type { Config } from '#server/config.ts'
import { footerLinks } from '#server/platform/mail/footer-links.ts'
import { defineMail, type MailContent } from '#server/platform/mail/define-mail.ts'
import { composeMail } from '#server/platform/mail/compose-mail.tsx'
import { singleLine } from '#server/platform/single-line.ts'
import { siteFor } from '#server/sites/sites.ts'
import { mailTexts } from '#texts/mails.ts'
import { approvedProps, renewApprovedProps, type ApprovedProps } from './approved-props.ts'

const namesFact = (label: string, names: readonly string[]) =>
  names.length > 0 ? [[label, names.map((name) => singleLine(name)).join(', ')] as const] : []

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
