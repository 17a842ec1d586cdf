import { useEffect, useRef, type ReactNode } from 'react'

interface DisclosureProps {
  className: string | undefined
  /** Shown while closed */
  summary: ReactNode
  children: ReactNode
}

/** A native disclosure, which works without scripts; with scripts it also closes on Escape and on outside events. */
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
