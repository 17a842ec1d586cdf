import type { Config } from '#server/config.ts'
import { footerLinks } from '#server/platform/mail/footer-links.ts'
import { Facts, Letter, Paragraph } from '#server/platform/mail/letter.tsx'
import type { MailContent } from '#server/platform/mail/template.ts'
import { singleLine } from '#server/platform/single-line.ts'
import { siteFor } from '#server/sites/usecases.ts'
import { invoicePdf } from '../pdf/usecases.ts'
import { money, type Invoice } from '../rules.ts'

/** Brings the invoice as an attachment, the one mail that has any (product §7). */
export function invoiceMail(invoice: Invoice, config: Config): MailContent {
  const { number, facts: given } = invoice
  const site = siteFor(config, given.landingDomain)
  const footer = footerLinks(site, given.landingDomain, config.publicUrl)
  const name = singleLine(given.customerName) || 'customer'
  const facts = [
    ['Invoice number', number],
    ['Order ID', String(given.orderId)],
    ['Amount', money(given)],
  ] as const
  const says = {
    subject: `Your invoice ${number} – order ${given.orderId}`,
    attached: 'The invoice for your order is attached to this e-mail as a PDF document.',
    questions: 'Questions? Reply to this e-mail.',
  }
  return {
    fromName: site.name,
    subject: says.subject,
    body: (
      <Letter title={says.subject} brand={site.name} footer={footer}>
        <Paragraph>
          Dear <bdi>{name}</bdi>,
        </Paragraph>
        <Paragraph>{says.attached}</Paragraph>
        <Facts facts={facts} />
        <Paragraph>{says.questions}</Paragraph>
      </Letter>
    ),
    text: [
      `Dear ${name},`,
      says.attached,
      facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
      says.questions,
      footer.map(({ label, url }) => `${label}: ${url}`).join('\n'),
    ].join('\n\n'),
    attachments: [
      {
        fileName: `invoice-${number}.pdf`,
        contentType: 'application/pdf',
        bytes: () => invoicePdf(invoice),
      },
    ],
  }
}
