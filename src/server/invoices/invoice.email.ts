import * as z from 'zod/mini'
import { fillText } from '#contract/rules/fill-text.ts'
import { localizedMoney } from '#contract/rules/localized-formats.ts'
import { footerLinks } from '#server/platform/mail/footer-links.ts'
import { defineMail, mailLanguage } from '#server/platform/mail/define-mail.ts'
import { composeMail } from '#server/platform/mail/compose-mail.tsx'
import { siteFor } from '#server/sites/sites.ts'
import { mailTexts } from '#texts/mails.ts'
import { createThread } from '#server/platform/thread.ts'
import { invoice, type Invoice } from './invoice.ts'

const inThread = createThread<typeof import('./render-invoice.ts')>(import.meta.url, 'render-invoice')

/** Deterministic, so that a resend has the same bytes. */
const drawInvoicePdf = async (invoice: Invoice): Promise<Buffer> =>
  Buffer.from(await inThread('renderInvoicePdf', invoice))

/** The mail is in the order's language; the invoice itself is English. */
const invoiceProps = z.extend(invoice, { language: mailLanguage })

/** The only mail with an attachment (product §7). */
export const invoiceMail = defineMail('invoice', invoiceProps, {
  render({ language = 'en', ...invoice }, config) {
    const { number, facts } = invoice
    const { orderId, customerName, amount, currency, landingDomain } = facts
    const site = siteFor(config, landingDomain)
    const texts = mailTexts[language].invoice
    const content = composeMail({
      brand: site.name,
      subject: `${fillText(texts.subject, { number })} – ${texts.order} ${orderId}`,
      language,
      name: customerName,
      parts: [
        texts.attached,
        {
          facts: [
            [texts.number, number],
            [texts.orderId, String(orderId)],
            [texts.amount, localizedMoney(language, amount, currency)],
          ],
        },
        texts.questions,
      ],
      footer: footerLinks(site, landingDomain, config.publicUrl, language),
    })
    const attachment = {
      fileName: `invoice-${number}.pdf`,
      contentType: 'application/pdf',
      bytes: () => drawInvoicePdf(invoice),
    }
    return { ...content, attachments: [attachment] }
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
        address: 'Jl. Contoh No. 8, Jakarta 10110, Indonesia',
        registeredName: 'PT Pabean Contoh Digital',
        taxNumber: '0012 3456 7890 1000',
        taxLabel: 'NPWP',
      },
      customerAddress: '12 Orchard Road, Singapore 238832',
      paidAt: '2026-11-18T07:59:00Z',
      paidBy: 'Visa ending in 4242',
    },
  },
})
