import type { Config } from '#server/config.ts'
import { footerLinks } from '#server/platform/mail/footer-links.ts'
import type { MailContent } from '#server/platform/mail/template.ts'
import { writeLetter } from '#server/platform/mail/write-letter.tsx'
import { siteFor } from '#server/sites/usecases.ts'
import { invoicePdf } from '../pdf/usecases.ts'
import { money, type Invoice } from '../rules.ts'

/** Brings the invoice as an attachment, the one mail that has any (product §7). */
export function invoiceMail(invoice: Invoice, config: Config): MailContent {
  const { number, facts } = invoice
  const site = siteFor(config, facts.landingDomain)
  const letter = writeLetter({
    brand: site.name,
    subject: `Your invoice ${number} – order ${facts.orderId}`,
    name: facts.customerName,
    parts: [
      'The invoice for your order is attached to this e-mail as a PDF document.',
      {
        facts: [
          ['Invoice number', number],
          ['Order ID', String(facts.orderId)],
          ['Amount', money(facts)],
        ],
      },
      'Questions? Reply to this e-mail.',
    ],
    footer: footerLinks(site, facts.landingDomain, config.publicUrl),
  })
  const attachment = {
    fileName: `invoice-${number}.pdf`,
    contentType: 'application/pdf',
    bytes: () => invoicePdf(invoice),
  }
  return { ...letter, attachments: [attachment] }
}
