import { footerLinks } from '#server/platform/mail/footer-links.ts'
import type { MailTemplate } from '#server/platform/mail/template.ts'
import { writeLetter } from '#server/platform/mail/write-letter.tsx'
import { siteFor } from '#server/sites/usecases.ts'
import { invoicePdf } from '../pdf/usecases.ts'
import { money, type Invoice } from '../rules.ts'

/** Brings the invoice as an attachment, the one mail that has any (product §7). */
export const invoiceMail: MailTemplate<Invoice> = {
  write(invoice, config) {
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
  },
  sample: {
    number: '2026-000123',
    issuedAt: '2026-11-20T08:00:00Z',
    facts: {
      orderId: 2000001,
      orderedAt: '2026-11-18T08:00:00Z',
      orderType: 'Arrival',
      customerName: 'Siti Nurhaliza',
      email: 'siti@example.com',
      amount: '49.00',
      currency: 'USD',
      transactionId: 'ch_3QK1',
      landingDomain: 'arrival.example',
      seller: {
        name: 'Pabean',
        email: 'help@pabean.example',
        phone: '+62 21 1234567',
        address: 'Jakarta, Indonesia',
      },
    },
  },
}
