import css from './facts.module.css'

/** Length from which a text may hold one word of many lines. */
const LONG_TEXT_LENGTH = 300

/** The capturing group keeps the dates, at odd indexes. */
const dates = /(\d{2}-\d{2}-\d{4})/

/** Text from outside: isolates its direction, keeps dates on one line, and stays fast with very long words. */
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
