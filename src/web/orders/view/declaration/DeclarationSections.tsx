import type { OrderDetails } from '#contract/order-details.ts'
import { CorrectButton } from '#web/corrections/CorrectButton.tsx'
import { ShowNumbersButton } from '#web/identity-numbers/ShowNumbersButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FactGroup, type Fact } from '#web/ui/FactGroup.tsx'
import { useKeysOf } from '#web/lib/own-keys.ts'
import { ActionKbd } from '#web/ui/Kbd.tsx'
import { toneOf } from '#web/preflight/findings.ts'
import { telephoneLinks } from '#contract/rules/telephone-reading.ts'
import { declarationSections, type DisplayField } from './declaration.ts'
import css from './declaration.module.css'

function CopyHint() {
  const hasKey = useKeysOf()('copy') !== ''
  return (
    <span className={css.hint} aria-hidden="true">
      a click {hasKey && 'or '}
      <ActionKbd action="copy" /> copies
    </span>
  )
}

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
          facts={group.fields.map((field) => ({
            label: field.label,
            text: field.text,
            wide: field.wide,
            tone: toneOf(
              order,
              ...(field.key === 'arrival_phone_number' ? [field.key, 'arrival_phone_code'] : [field.key]),
            ),
            ...contactLinks(field, order),
          }))}
        />
      ))}
    </Card>
  ))
}

/**
 * A telephone number links to a call, and with a country code to WhatsApp. The order's own e-mail address links to the
 * messages, any other to the mail program.
 */
function contactLinks(
  { key, kind, text }: DisplayField,
  { email, telephones }: OrderDetails,
): Pick<Fact, 'href' | 'links'> {
  if (kind === 'email')
    return { href: text.toLowerCase() === email.toLowerCase() ? '#messages' : `mailto:${text}` }
  const read = telephones[key]
  const links = read && telephoneLinks(read)
  if (!links) return {}
  return {
    href: links.call,
    links: links.whatsApp && (
      <a href={links.whatsApp} target="_blank" rel="noreferrer">
        WhatsApp
      </a>
    ),
  }
}
