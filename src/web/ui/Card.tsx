import { useId, type ReactNode } from 'react'
import { formatCount } from './format-count.ts'
import css from './cards.module.css'

interface CardProps {
  title: string
  /** A number, or a text such as '1 of 8 declared'. */
  count?: ReactNode
  end?: ReactNode
  id?: string
  children: ReactNode
}

export function Card({ title, count, end, id, children }: CardProps) {
  const heading = useId()
  return (
    <section className={css.card} id={id} aria-labelledby={heading}>
      <header className={`row gap-8 ${css.header}`}>
        <h2 className={`strong ${css.title}`} id={heading}>
          {title}
        </h2>
        {count !== undefined && (
          <span className="faint small">{typeof count === 'number' ? formatCount(count) : count}</span>
        )}
        {end && <span className="push-end">{end}</span>}
      </header>
      <div className={css.body}>{children}</div>
    </section>
  )
}
