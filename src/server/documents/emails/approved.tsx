import { orderType } from '#contract/rules/order-fields.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import type { Config } from '#server/config.ts'
import { footerLinks } from '#server/platform/mail/footer-links.ts'
import { Button, Facts, Letter, Paragraph } from '#server/platform/mail/letter.tsx'
import type { MailContent } from '#server/platform/mail/template.ts'
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
export function approvedMail(
  { orderId, customerName, username, landingDomain }: ApprovedProps,
  config: Config,
): MailContent {
  const site = siteFor(config, landingDomain)
  const link = `${config.publicUrl}/track-order/${encodeOrderId(orderId)}`
  const footer = footerLinks(site, landingDomain, config.publicUrl)
  const declaration = declarations[orderType(landingDomain)]
  const name = singleLine(customerName) || 'customer'
  const facts = [
    ['Username', singleLine(username)],
    ['Order ID', String(orderId)],
  ] as const
  const says = {
    subject: `Your ${declaration} is approved – order ${orderId}`,
    approved: `Your ${declaration} has been approved, and the document is ready for you.`,
    how: 'To download it, open your order with the username and the order ID below:',
    validity:
      'The document is valid for the journey that you declared. You can open the link and download the document again as often as you need; have it at hand, on your phone or on paper, when you pass customs.',
    contact: 'Questions? Reply to this e-mail, or contact us:',
  }
  const contact = [site.contact.email, site.contact.phone, site.contact.address].filter(Boolean)

  return {
    fromName: site.name,
    subject: says.subject,
    body: (
      <Letter title={says.subject} brand={site.name} footer={footer}>
        <Paragraph>
          Dear <bdi>{name}</bdi>,
        </Paragraph>
        <Paragraph>{says.approved}</Paragraph>
        <Paragraph>{says.how}</Paragraph>
        <Facts facts={facts} />
        <Button href={link}>Click Here</Button>
        <Paragraph>{says.validity}</Paragraph>
        <Paragraph>
          {says.contact}
          {contact.map((way) => (
            <span key={way}>
              <br />
              {way}
            </span>
          ))}
        </Paragraph>
      </Letter>
    ),
    text: [
      `Dear ${name},`,
      says.approved,
      says.how,
      [...facts.map(([label, value]) => `${label}: ${value}`), `Click Here: ${link}`].join('\n'),
      says.validity,
      [says.contact, ...contact].join('\n'),
      footer.map(({ label, url }) => `${label}: ${url}`).join('\n'),
    ].join('\n\n'),
  }
}
