import type { ReactNode } from 'react'
import css from './facts.module.css'

interface DescriptionItem {
  label: string
  /** Nothing, '' and '-' hide the row. */
  value: ReactNode
  /** Takes the whole width, as an address does. */
  wide?: boolean
}

interface DescriptionListProps {
  items: readonly DescriptionItem[]
  /** Names the group inside its card. */
  heading?: string
}

const isEmpty = (value: ReactNode) =>
  value === null || value === undefined || value === false || value === '' || value === '-'

/** Labels and values in two columns, one where the card is narrow; empty rows are left out (spec §2, Order view). */
export function DescriptionList({ items, heading }: DescriptionListProps) {
  const visibleItems = items.filter((fact) => !isEmpty(fact.value))
  if (visibleItems.length === 0) return null
  return (
    <>
      {heading && <h3 className={`muted tiny strong ${css.descriptionHeading}`}>{heading}</h3>}
      <dl className={css.descriptions}>
        {visibleItems.map((fact) => (
          <div key={fact.label} className={fact.wide ? css.wide : css.description}>
            <dt className="faint">{fact.label}</dt>
            <dd className="break-words">{fact.value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
