import type { ReactNode } from 'react'
import css from './facts.module.css'

interface DescriptionItem {
  label: string
  /** Nothing, '' and '-' hide the row. */
  value: ReactNode
  wide?: boolean
}

interface DescriptionListProps {
  items: readonly DescriptionItem[]
  heading?: string
}

const isEmpty = (value: ReactNode) =>
  value === null || value === undefined || value === false || value === '' || value === '-'

/** Labels and values in two columns, one in a narrow card; empty rows are hidden (spec §2, Order view). */
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
