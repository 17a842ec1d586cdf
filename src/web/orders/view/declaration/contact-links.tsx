import type { FieldKind } from '#contract/rules/order-fields.ts'
import { telephoneDigits } from '#contract/rules/telephone.ts'
import type { Fact } from '#web/ui/FactGroup.tsx'

/** The fewest digits that can be an international number. */
const minDigits = 8

/**
 * A telephone leads to a call and, with its country's code, to WhatsApp; an e-mail address to our own answer where it is
 * the order's, which answers are mailed to, else to the mail program.
 */
export function contactLinks(
  kind: FieldKind,
  text: string,
  orderEmail: string,
): Pick<Fact, 'href' | 'links'> {
  if (kind === 'email')
    return { href: text.toLowerCase() === orderEmail.toLowerCase() ? '#messages' : `mailto:${text}` }
  if (kind !== 'telephone') return {}
  const digits = telephoneDigits(text)
  if (digits.length < minDigits) return {}
  if (!text.startsWith('+')) return { href: `tel:${digits}` }
  return {
    href: `tel:+${digits}`,
    links: (
      <a href={`https://wa.me/${digits}`} target="_blank" rel="noreferrer">
        WhatsApp
      </a>
    ),
  }
}
