import type { Config } from '#server/config.ts'
import { footerLinks } from '#server/platform/mail/footer-links.ts'
import { Facts, Letter, Paragraph } from '#server/platform/mail/letter.tsx'
import type { MailContent } from '#server/platform/mail/template.ts'
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
export function refundMail(props: RefundProps, config: Config): MailContent {
  const { orderId, landingDomain, amount, currency, reference } = props
  const site = siteFor(config, landingDomain)
  const footer = footerLinks(site, landingDomain, config.publicUrl)
  const name = singleLine(props.customerName) || 'customer'
  const paid = amount && [amount, currency].filter(Boolean).join(' ')
  const facts = [
    ['Order ID', String(orderId)] as const,
    ...(paid ? [['Amount', paid] as const] : []),
    ...(reference ? [['Reference', singleLine(reference)] as const] : []),
  ]
  const says = {
    subject: `Your order ${orderId} has been refunded`,
    done: 'We have refunded your order to the means of payment that you used.',
    when: 'Depending on your bank it takes five to ten working days until you see it.',
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
        <Paragraph>{says.done}</Paragraph>
        <Facts facts={facts} />
        <Paragraph>{says.when}</Paragraph>
        <Paragraph>{says.questions}</Paragraph>
      </Letter>
    ),
    text: [
      `Dear ${name},`,
      says.done,
      facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
      says.when,
      says.questions,
      footer.map(({ label, url }) => `${label}: ${url}`).join('\n'),
    ].join('\n\n'),
  }
}
