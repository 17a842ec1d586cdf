import css from './facts.module.css'

/** Characters from which a text may hold a word that goes on over many lines. */
const LONG_TEXT_LENGTH = 300

/** Splits at dates and keeps them, each at an odd place. */
const dates = /(\d{2}-\d{2}-\d{4})/

/**
 * Text from outside: it keeps its own direction, a date in it stays on one line, and however long a word of it is, the
 * page stays quick.
 */
export function ExternalText({ children }: { children: string }) {
  const parts = children.split(dates)
  return (
    <bdi className={children.length > LONG_TEXT_LENGTH ? css.long : undefined}>
      {parts.length === 1
        ? children
        : [...parts.entries()].map(([index, part]) =>
            index % 2 === 0 ? (
              part
            ) : (
              <span key={index} className="nowrap">
                {part}
              </span>
            ),
          )}
    </bdi>
  )
}
