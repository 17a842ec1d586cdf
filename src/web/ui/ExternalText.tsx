import type { ReactNode } from 'react'

/** Length from which a text may hold one word of many lines. */
const LONG_TEXT_LENGTH = 300

/** Kerning makes a browser shape the rest of a very long word again for each line, which takes seconds. */
const longTextStyle = { fontKerning: 'none' } as const

/** The capturing group keeps the dates, at odd indexes. */
const dates = /(\d{2}-\d{2}-\d{4})/

interface ExternalTextProps {
  className?: string | undefined
  title?: string
  children: ReactNode
}

/**
 * A name, a value or a text from outside: isolates its direction, keeps it from a browser's translator, keeps dates on
 * one line, and stays fast with very long words.
 */
export const ExternalText = ({ children, ...props }: ExternalTextProps) => (
  <bdi
    translate="no"
    style={typeof children === 'string' && children.length > LONG_TEXT_LENGTH ? longTextStyle : undefined}
    {...props}
  >
    {typeof children === 'string' ? withWholeDates(children) : children}
  </bdi>
)

function withWholeDates(text: string): ReactNode {
  const parts = text.split(dates)
  if (parts.length === 1) return text
  return [...parts.entries()].map(([index, part]) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="nowrap">
        {part}
      </span>
    ),
  )
}
