import * as z from 'zod/mini'
import { footerLinks } from '#server/platform/mail/footer-links.ts'
import { defineMail, mailLanguage } from '#server/platform/mail/define-mail.ts'
import { composeMail } from '#server/platform/mail/compose-mail.tsx'
import { siteFor } from '#server/sites/sites.ts'

/** Message-IDs with their angle brackets (RFC 5322, 3.6.4). */
const correspondence = z.object({
  inReplyTo: z.nullable(z.string()),
  /** The answered mail and those before it, oldest first. */
  references: z.readonly(z.array(z.string())),
})

const answerProps = z.object({
  /** The customer's, for footer and greeting; the text is as the member wrote it. */
  language: mailLanguage,
  landingDomain: z.string(),
  subject: z.string(),
  text: z.string(),
  correspondence,
})
export type AnswerProps = z.infer<typeof answerProps>

const paragraphs = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.split('\n').map((line) => line.trimEnd()))
    .filter((lines) => lines.some((line) => line !== ''))

export const answerMail = defineMail('answer', answerProps, {
  render({ language = 'en', landingDomain, subject, text, correspondence }, config) {
    const site = siteFor(config, landingDomain)
    const mail = composeMail({
      brand: site.name,
      subject,
      language,
      name: null,
      parts: paragraphs(text).map((lines) => ({ lines, dir: 'auto' })),
      footer: footerLinks(site, landingDomain, config.publicUrl, language),
    })
    const { inReplyTo, references } = correspondence
    return {
      ...mail,
      headers: {
        // A person wrote this mail, unlike all others that the server sends (RFC 3834).
        'Auto-Submitted': 'no',
        ...(inReplyTo && { 'In-Reply-To': inReplyTo, References: references.join(' ') }),
      },
    }
  },
  sample: {
    landingDomain: 'arrival.example',
    subject: 'Re: My passport number – order 2000001',
    text: 'Dear Siti,\n\nthank you for the photograph. Your declaration is with the customs office now.\n\nKind regards\nTuti',
    correspondence: { inReplyTo: null, references: [] },
  },
})
