import type { Candidate } from '#contract/proposals.ts'
import { identifiers, type Identifier } from '#contract/rules/document-identifiers.ts'
import { Icon } from '#web/ui/Icon.tsx'
import css from './Agreement.module.css'

const wordOf = (identifier: Identifier) => {
  const { label } = identifiers[identifier]
  return identifier === 'QR' ? label : label.charAt(0).toLowerCase() + label.slice(1)
}

/** What of a document agrees with an order, and what contradicts it, with both values. */
export function Agreement({ agrees, contradicts }: Pick<Candidate, 'agrees' | 'contradicts'>) {
  return (
    <ul className={css.list}>
      {contradicts.map(({ identifier, document, order }) => (
        <li key={identifier} className={css.contradicts}>
          <Icon name="close" size={13} className={css.mark} />
          <span>
            {wordOf(identifier)} <bdi>{document}</bdi>, order <bdi>{order}</bdi>
          </span>
        </li>
      ))}
      {agrees.map((identifier) => (
        <li key={identifier}>
          <Icon name="tick" size={13} className={css.mark} />
          {wordOf(identifier)}
        </li>
      ))}
    </ul>
  )
}
