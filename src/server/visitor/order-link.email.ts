import * as z from 'zod/mini'
import { fillText } from '#contract/rules/fill-text.ts'
import { localizedDate } from '#contract/rules/localized-formats.ts'
import { filledTrackPath } from '#contract/rules/visitor-addresses.ts'
import { footerLinks } from '#server/platform/mail/footer-links.ts'
import { defineMail, mailLanguage } from '#server/platform/mail/define-mail.ts'
import { composeMail } from '#server/platform/mail/compose-mail.tsx'
import { siteFor } from '#server/sites/sites.ts'
import { mailTexts } from '#texts/mails.ts'

const linkProps = z.object({
  language: mailLanguage,
  landingDomain: z.string(),
  /** The recipient, an address of the orders; absent in mails of before. */
  email: z.optional(z.string()),
  /** The orders of the address, newest first; the travel date is `YYYY-MM-DD`. */
  orders: z.readonly(z.array(z.object({ orderId: z.number(), travelDate: z.nullable(z.string()) }))),
})

/** The mail with a link to each order of an e-mail address (kind `link`). */
export const linkMail = defineMail('link', linkProps, {
  render({ language = 'en', landingDomain, email = null, orders }, config) {
    const site = siteFor(config, landingDomain)
    const { subject, asked, order, travel, needed, ignore } = mailTexts[language].link
    const count = orders.length === 1 ? 'one' : 'several'
    return composeMail({
      brand: site.name,
      subject: `${subject[count]} – ${orders.map(({ orderId }) => orderId).join(', ')}`,
      language,
      // Anyone can enter the mail's address, so it has no name.
      name: '',
      parts: [
        asked[count],
        ...orders.map(({ orderId, travelDate }) => ({
          label: [
            `${order} ${orderId}`,
            ...(travelDate ? [fillText(travel, { date: localizedDate(language, travelDate) })] : []),
          ].join(' · '),
          url: config.publicUrl + filledTrackPath(orderId, email),
        })),
        needed,
        ignore,
      ],
      footer: footerLinks(site, landingDomain, config.publicUrl, language),
    })
  },
  sample: {
    landingDomain: 'arrival.example',
    email: 'siti@example.com',
    orders: [
      { orderId: 2000002, travelDate: '2027-01-08' },
      { orderId: 2000001, travelDate: null },
    ],
  },
})
