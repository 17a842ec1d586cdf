import * as z from 'zod/mini'
import { orderType } from '#contract/rules/order-fields.ts'
import { trackPath } from '#contract/rules/visitor-addresses.ts'
import type { Config } from '#server/config/config.ts'
import { footerLinks } from '#server/platform/mail/footer-links.ts'
import { defineMail, letterLanguage, type MailContent } from '#server/platform/mail/define-mail.ts'
import { composeMail } from '#server/platform/mail/write-letter.tsx'
import { singleLine } from '#server/platform/single-line.ts'
import { siteFor } from '#server/sites/sites.ts'
import { approvedMailTexts, type ApprovedMailTexts } from './approved-texts.ts'

export const approvedProps = z.object({
  language: letterLanguage,
  orderId: z.number(),
  customerName: z.string(),
  /** The order's e-mail: with the order id it opens the order, whoever gets this mail. */
  username: z.string(),
  landingDomain: z.string(),
})
export type ApprovedProps = z.infer<typeof approvedProps>

/** The mail that links to the approved document, for the first time or as a reminder. */
export function composeDocumentMail(
  occasion: 'approved' | 'reminder',
  { language = 'en', orderId, customerName, username, landingDomain }: ApprovedProps,
  config: Config,
): MailContent {
  const site = siteFor(config, landingDomain)
  const texts: ApprovedMailTexts = approvedMailTexts[language]
  const declaration = texts.declarations[orderType(landingDomain)]
  const { email, phone, address } = site.contact
  return composeMail({
    brand: site.name,
    subject: `${texts[occasion].subject(declaration)} – ${texts.order} ${orderId}`,
    language,
    name: customerName,
    parts: [
      texts[occasion].news(declaration),
      texts.open,
      {
        facts: [
          [texts.username, singleLine(username)],
          [texts.orderId, String(orderId)],
        ],
      },
      { label: texts.click, url: config.publicUrl + trackPath(orderId) },
      texts.validity,
      { lines: [texts.questions, email, phone, address].filter(Boolean) },
    ],
    footer: footerLinks(site, landingDomain, config.publicUrl, language),
  })
}

/** Says that the approved document is available, and how to download it (spec §2, Customer e-mail preview). */
export const approvedMail = defineMail('approved', approvedProps, {
  render: (props, config) => composeDocumentMail('approved', props, config),
  sample: {
    orderId: 2000001,
    customerName: 'Siti Nurhaliza',
    username: 'siti@example.com',
    landingDomain: 'arrival.example',
  },
})
