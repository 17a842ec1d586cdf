import { useEffect, useRef } from 'react'
import type { SheetField } from '#contract/rules/filing-sheet.ts'
import { Icon } from '#web/ui/Icon.tsx'
import css from './filing.module.css'
import type { useFiling } from './use-filing.ts'

/** Every field of the traveller by section, in the order of the official form; a click copies one. */
export function SheetFields({ filing }: { filing: ReturnType<typeof useFiling> }) {
  const { traveller, current, leftFields, isCopied, copyField } = filing
  const hintOf = (field: SheetField) =>
    [field.hint, leftFields.includes(field) ? 'left by the filler' : ''].filter(Boolean).join(', ')
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <section ref={list} className={`ruled ${css.fields}`} aria-label="Fields in the official order">
      {traveller?.sections.map(({ title, fields }, index) => (
        <section key={title} aria-label={title}>
          <h2 className={`flex spread muted tiny strong ${css.section}`}>
            <span>
              {index + 1} {title}
            </span>
            <span>
              {fields.filter(({ id }) => isCopied(id)).length} of {fields.length}
            </span>
          </h2>
          {fields.map((field) => (
            <button
              key={field.id}
              type="button"
              className={`stack gap-10 small ${css.field}`}
              aria-current={field === current ? 'step' : undefined}
              data-copied={isCopied(field.id) || undefined}
              onClick={() => copyField(field)}
            >
              <span className={css.mark}>
                {isCopied(field.id) && <Icon name="tick" size={13} />}
                {leftFields.includes(field) && (
                  <span className="warning">
                    <Icon name="warn" size={13} />
                  </span>
                )}
              </span>
              <span className="muted tiny">{field.label}</span>
              <span className={`break-words ${css.fieldValue}`}>
                <bdi>{field.value}</bdi>
                {hintOf(field) && <em className={`muted tiny ${css.fieldHint}`}>{hintOf(field)}</em>}
              </span>
            </button>
          ))}
        </section>
      ))}
    </section>
  )
}
