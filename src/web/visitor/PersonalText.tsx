import type { ReactNode } from 'react'

interface PersonalTextProps {
  id?: string
  className?: string | undefined
  children: ReactNode
}

/** Personal data: neither translated nor part of the text's direction (product §6). */
export function PersonalText({ id, className = '', children }: PersonalTextProps) {
  return (
    <bdi id={id} className={`${className} notranslate`.trim()} translate="no">
      {children}
    </bdi>
  )
}

/** A sentence whose `{name}` is replaced by personal data. Each text has an element of its own, as on all these pages. */
export function SentenceWithPersonalText({ sentence, children }: { sentence: string; children: string }) {
  const [before, after] = sentence.split(/\{\w+\}/)
  return (
    <>
      <span>{before}</span>
      {after !== undefined && (
        <>
          <PersonalText>{children}</PersonalText>
          <span>{after}</span>
        </>
      )}
    </>
  )
}
