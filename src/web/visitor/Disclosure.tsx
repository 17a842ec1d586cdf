import { useEffect, useRef, type ReactNode } from 'react'

interface DisclosureProps {
  className: string | undefined
  /** What is seen of it while it is shut. */
  summary: ReactNode
  children: ReactNode
}

/** A native disclosure, so that it opens without scripts; with them it also shuts by Escape and a look elsewhere. */
export function Disclosure({ className, summary, children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const closeOnOutsideEvent = ({ target }: Event) => {
      if (details.current && target instanceof Node && !details.current.contains(target))
        details.current.open = false
    }
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !details.current?.open) return
      details.current.open = false
      details.current.querySelector('summary')?.focus()
    }
    addEventListener('pointerdown', closeOnOutsideEvent)
    addEventListener('focusin', closeOnOutsideEvent)
    addEventListener('keydown', closeOnEscape)
    return () => {
      removeEventListener('pointerdown', closeOnOutsideEvent)
      removeEventListener('focusin', closeOnOutsideEvent)
      removeEventListener('keydown', closeOnEscape)
    }
  }, [])
  return (
    <details ref={details} className={className}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}
