import * as z from 'zod/mini'
import { footerLinks } from '#server/platform/mail/footer-links.ts'
import { defineMail, mailLanguage } from '#server/platform/mail/define-mail.ts'
import { composeMail } from '#server/platform/mail/compose-mail.tsx'
import { siteFor } from '#server/sites/sites.ts'

const closedProps = z.object({
  /** The customer's, for the footer; the text is as the member wrote it. */
  language: mailLanguage,
  landingDomain: z.string(),
  text: z.string(),
})

const paragraphs = (text: string) => text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')

/** An Admin's answer to a customer who asked for their data (kind `privacy`). */
export const closedMail = defineMail('privacy', closedProps, {
  render({ language = 'en', landingDomain, text }, config) {
    const site = siteFor(config, landingDomain)
    return composeMail({
      brand: site.name,
      // Language-neutral, because the text is the member's.
      subject: `${site.name} – UU 27/2022`,
      language,
      name: null,
      parts: paragraphs(text).map((paragraph) => ({ lines: paragraph.split('\n'), dir: 'auto' })),
      footer: footerLinks(site, landingDomain, config.publicUrl, language),
    })
  },
  sample: {
    landingDomain: 'arrival.example',
    text: 'Dear Siti,\n\nyour data have been erased, as you asked.\n\nKind regards\nAyu',
  },
})
