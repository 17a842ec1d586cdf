import type { ReactNode } from 'react'

interface PersonalProps {
  id?: string
  className?: string | undefined
  children: ReactNode
}

/** What is the visitor's own: nobody translates it, and it is no part of the text's direction (product §6). */
export function Personal({ id, className = '', children }: PersonalProps) {
  return (
    <bdi id={id} className={`${className} notranslate`.trim()} translate="no">
      {children}
    </bdi>
  )
}

/** A sign that no text holds. */
const gap = '\u0000'

/** A sentence with something personal in its place; `sentence` is given a sign to put there. */
export function WithPersonal({
  sentence,
  children,
}: {
  sentence: (gap: string) => string
  children: string
}) {
  const [before, after] = sentence(gap).split(gap)
  return (
    <>
      {before}
      {after !== undefined && (
        <>
          <Personal>{children}</Personal>
          {after}
        </>
      )}
    </>
  )
}
