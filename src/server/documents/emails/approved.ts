import { orderType } from '#contract/rules/order-fields.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { footerLinks } from '#server/platform/mail/footer-links.ts'
import type { MailTemplate } from '#server/platform/mail/template.ts'
import { writeLetter } from '#server/platform/mail/write-letter.tsx'
import { singleLine } from '#server/platform/single-line.ts'
import { siteFor } from '#server/sites/usecases.ts'

export interface ApprovedProps {
  orderId: number
  customerName: string
  /** The order's e-mail: with the order id it opens the order, whoever gets this mail. */
  username: string
  landingDomain: string
}

const declarations = {
  Arrival: 'arrival customs declaration',
  Departure: 'departure customs declaration',
  Unknown: 'customs declaration',
} as const

/** Tells that the approved document can be fetched, and how (spec §2, Customer e-mail preview). */
export const approvedMail: MailTemplate<ApprovedProps> = {
  write({ orderId, customerName, username, landingDomain }, config) {
    const site = siteFor(config, landingDomain)
    const declaration = declarations[orderType(landingDomain)]
    const { email, phone, address } = site.contact
    return writeLetter({
      brand: site.name,
      subject: `Your ${declaration} is approved – order ${orderId}`,
      name: customerName,
      parts: [
        `Your ${declaration} has been approved, and the document is ready for you.`,
        'To download it, open your order with the username and the order ID below:',
        {
          facts: [
            ['Username', singleLine(username)],
            ['Order ID', String(orderId)],
          ],
        },
        { label: 'Click Here', url: `${config.publicUrl}/track-order/${encodeOrderId(orderId)}` },
        'The document is valid for the journey that you declared. You can open the link and download the document again as often as you need; have it at hand, on your phone or on paper, when you pass customs.',
        {
          lines: ['Questions? Reply to this e-mail, or contact us:', email, phone, address].filter(Boolean),
        },
      ],
      footer: footerLinks(site, landingDomain, config.publicUrl),
    })
  },
  sample: {
    orderId: 2000001,
    customerName: 'Siti Nurhaliza',
    username: 'siti@example.com',
    landingDomain: 'arrival.example',
  },
}
