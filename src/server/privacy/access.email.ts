import * as z from 'zod/mini'
import { fillText } from '#contract/rules/fill-text.ts'
import { localizedDate } from '#contract/rules/localized-formats.ts'
import { accessFilePath } from '#contract/rules/visitor-addresses.ts'
import { footerLinks } from '#server/platform/mail/footer-links.ts'
import { defineMail, mailLanguage } from '#server/platform/mail/define-mail.ts'
import { composeMail } from '#server/platform/mail/compose-mail.tsx'
import { siteFor } from '#server/sites/sites.ts'
import { mailTexts } from '#texts/mails.ts'

const accessProps = z.object({
  language: mailLanguage,
  landingDomain: z.string(),
  /** The customer's newest order. */
  orderId: z.number(),
  /** The link's secret is derived from it when the mail is sent. */
  linkId: z.string(),
  /** The last day of the link, `YYYY-MM-DD`. */
  until: z.string(),
})

export const accessMail = defineMail('access', accessProps, {
  render({ language = 'en', landingDomain, orderId, linkId, until }, config, secretOf) {
    const site = siteFor(config, landingDomain)
    const { subject, asked, button, once, needed, ignore } = mailTexts[language].access
    return composeMail({
      brand: site.name,
      subject: `${subject} – ${orderId}`,
      language,
      // The address may belong to another person by now, so the mail has no name.
      name: '',
      parts: [
        asked,
        { label: button, url: config.publicUrl + accessFilePath(secretOf(linkId)) },
        fillText(once, { date: localizedDate(language, until) }),
        needed,
        ignore,
      ],
      footer: footerLinks(site, landingDomain, config.publicUrl, language),
    })
  },
  sample: {
    landingDomain: 'arrival.example',
    orderId: 2000001,
    linkId: 'not-a-real-link',
    until: '2027-01-08',
  },
})
