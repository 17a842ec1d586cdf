import type { Readiness } from '#contract/packs.ts'
import { Icon } from '#web/ui/Icon.tsx'
import css from './packs.module.css'

/** The pack's readiness: missing items first, with how to obtain them. */
export function ReadinessList({ items }: { items: readonly Readiness[] }) {
  const missing = items.filter(({ captured }) => !captured)
  const capturedItems = items.filter(({ captured }) => captured)
  return (
    <section aria-label="Readiness">
      <h3 className={`strong ${css.listHeading}`}>
        {capturedItems.length} of {items.length} items captured
      </h3>
      {missing.length > 0 && <h4 className={`faint tiny medium ${css.kind}`}>Missing</h4>}
      {missing.length > 0 && (
        <ul className={`stack small tight ${css.missing}`} aria-label="Missing">
          {missing.map(({ label, note, letter }) => (
            <li key={label} className={`stack gap-8 ${css.item}`}>
              <Icon name="alert" size={14} className={css.open} />
              <span>
                <strong className="medium">{label}</strong>
                <span className="muted">
                  {' '}
                  {note}
                  {letter && ` Exhibit ${letter}.`}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {capturedItems.length > 0 && <h4 className={`faint tiny medium ${css.kind}`}>Captured</h4>}
      {capturedItems.length > 0 && (
        <ul className={`stack small tight ${css.there}`} aria-label="Captured">
          {capturedItems.map(({ label }) => (
            <li key={label} className={`stack gap-8 ${css.item}`}>
              <Icon name="ok" size={14} className={css.done} />
              {label}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
