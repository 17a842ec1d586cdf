import type { ReactNode } from 'react'

interface PersonalTextProps {
  id?: string
  className?: string | undefined
  children: ReactNode
}

/** What is the visitor's own: nobody translates it, and it is no part of the text's direction (product §6). */
export function PersonalText({ id, className = '', children }: PersonalTextProps) {
  return (
    <bdi id={id} className={`${className} notranslate`.trim()} translate="no">
      {children}
    </bdi>
  )
}

/** A sign that no text holds. */
const placeholder = '\u0000'

/** A sentence with something personal in its place; `sentence` is given a sign to put there. */
export function SentenceWithPersonalText({
  sentence,
  children,
}: {
  sentence: (gap: string) => string
  children: string
}) {
  const [before, after] = sentence(placeholder).split(placeholder)
  return (
    <>
      {before}
      {after !== undefined && (
        <>
          <PersonalText>{children}</PersonalText>
          {after}
        </>
      )}
    </>
  )
}
