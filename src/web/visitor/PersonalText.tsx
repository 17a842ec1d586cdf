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

/** A sentence with something personal in the place of its `{name}`, if it has one. */
export function SentenceWithPersonalText({ sentence, children }: { sentence: string; children: string }) {
  const [before, after] = sentence.split(/\{\w+\}/)
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
