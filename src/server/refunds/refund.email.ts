import * as z from 'zod/mini'
import { fillText } from '#contract/rules/fill-text.ts'
import { localizedMoney } from '#contract/rules/localized-formats.ts'
import { footerLinks } from '#server/platform/mail/footer-links.ts'
import { defineMail, mailLanguage } from '#server/platform/mail/define-mail.ts'
import { composeMail } from '#server/platform/mail/compose-mail.tsx'
import { singleLine } from '#server/platform/single-line.ts'
import { siteFor } from '#server/sites/sites.ts'
import { mailTexts } from '#texts/mails.ts'
import { refundObstacle } from './refund-orders.queries.ts'

const refundProps = z.object({
  language: mailLanguage,
  orderId: z.number(),
  customerName: z.string(),
  landingDomain: z.string(),
  amount: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  reference: z.nullable(z.string()),
})

/** Amount and reference are shown if known. */
export const refundMail = defineMail('refund', refundProps, {
  obstacle: refundObstacle,
  render({ language = 'en', orderId, customerName, landingDomain, amount, currency, reference }, config) {
    const site = siteFor(config, landingDomain)
    const texts = mailTexts[language].refund
    return composeMail({
      brand: site.name,
      subject: fillText(texts.subject, { orderId }),
      language,
      name: customerName,
      parts: [
        texts.news,
        {
          facts: [
            [texts.orderId, String(orderId)],
            ...(amount ? [[texts.amount, localizedMoney(language, amount, currency)] as const] : []),
            ...(reference ? [[texts.reference, singleLine(reference)] as const] : []),
          ],
        },
        texts.wait,
        texts.questions,
      ],
      footer: footerLinks(site, landingDomain, config.publicUrl, language),
    })
  },
  sample: {
    orderId: 2000001,
    customerName: 'Siti Nurhaliza',
    landingDomain: 'arrival.example',
    amount: '49.00',
    currency: 'USD',
    reference: 're_3QK1',
  },
})
