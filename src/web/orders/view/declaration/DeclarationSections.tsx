import type { OrderDetails } from '#contract/order-details.ts'
import { CorrectButton } from '#web/corrections/CorrectButton.tsx'
import { ShowNumbersButton } from '#web/identity-numbers/ShowNumbersButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FactGroup, type Fact } from '#web/ui/FactGroup.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import { toneOf } from '#web/preflight/findings.ts'
import type { FieldKind } from '#contract/rules/order-fields.ts'
import { telephoneDigits } from '#contract/rules/telephone.ts'
import { declarationSections } from './declaration.ts'
import css from './declaration.module.css'

const CopyHint = () => (
  <span className={css.hint} aria-hidden="true">
    a click or <Kbd>c</Kbd> copies
  </span>
)

export function DeclarationSections({ order }: { order: OrderDetails }) {
  return declarationSections(order).map(({ prefix, title, groups, hasNumbers }) => (
    <Card
      key={title}
      title={title}
      count={<CopyHint />}
      end={
        <>
          {hasNumbers && <ShowNumbersButton />}
          <CorrectButton order={order} section={prefix} />
        </>
      }
    >
      {groups.length === 0 && <EmptyState kind="list" />}
      {groups.map((group) => (
        <FactGroup
          key={group.title}
          heading={group.title}
          facts={group.fields.map(({ key, label, text, kind, wide }) => ({
            label,
            text,
            wide,
            tone: toneOf(order, ...(key === 'arrival_phone_number' ? [key, 'arrival_phone_code'] : [key])),
            ...contactLinks(kind, text, order.email),
          }))}
        />
      ))}
    </Card>
  ))
}

/** Fewest digits of an international number. */
const minDigits = 8

/**
 * A telephone number links to a call, and with a country code to WhatsApp. The order's own e-mail address links to the
 * messages, any other to the mail program.
 */
function contactLinks(kind: FieldKind, text: string, orderEmail: string): Pick<Fact, 'href' | 'links'> {
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
