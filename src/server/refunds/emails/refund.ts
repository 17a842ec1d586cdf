import { footerLinks } from '#server/platform/mail/footer-links.ts'
import type { MailTemplate } from '#server/platform/mail/template.ts'
import { writeLetter } from '#server/platform/mail/write-letter.tsx'
import { singleLine } from '#server/platform/single-line.ts'
import { siteFor } from '#server/sites/usecases.ts'

export interface RefundProps {
  orderId: number
  customerName: string
  landingDomain: string
  amount: string | null
  currency: string | null
  reference: string | null
}

/** Tells that an order was refunded, and what was paid back as far as it is known. */
export const refundMail: MailTemplate<RefundProps> = {
  write(props, config) {
    const { orderId, landingDomain, amount, currency, reference } = props
    const site = siteFor(config, landingDomain)
    const paid = amount && [amount, currency].filter(Boolean).join(' ')
    return writeLetter({
      brand: site.name,
      subject: `Your order ${orderId} has been refunded`,
      name: props.customerName,
      parts: [
        'We have refunded your order to the means of payment that you used.',
        {
          facts: [
            ['Order ID', String(orderId)],
            ...(paid ? [['Amount', paid] as const] : []),
            ...(reference ? [['Reference', singleLine(reference)] as const] : []),
          ],
        },
        'Depending on your bank it takes five to ten working days until you see it.',
        'Questions? Reply to this e-mail.',
      ],
      footer: footerLinks(site, landingDomain, config.publicUrl),
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
}
