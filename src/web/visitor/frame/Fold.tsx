import { useEffect, useRef, type ReactNode } from 'react'

interface FoldProps {
  className: string | undefined
  /** What is seen of it while it is shut. */
  summary: ReactNode
  children: ReactNode
}

/** A native disclosure, so that it opens without scripts; with them it also shuts by Escape and a look elsewhere. */
export function Fold({ className, summary, children }: FoldProps) {
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const shutFromOutside = ({ target }: Event) => {
      if (fold.current && target instanceof Node && !fold.current.contains(target)) fold.current.open = false
    }
    const shutByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !fold.current?.open) return
      fold.current.open = false
      fold.current.querySelector('summary')?.focus()
    }
    addEventListener('pointerdown', shutFromOutside)
    addEventListener('focusin', shutFromOutside)
    addEventListener('keydown', shutByKey)
    return () => {
      removeEventListener('pointerdown', shutFromOutside)
      removeEventListener('focusin', shutFromOutside)
      removeEventListener('keydown', shutByKey)
    }
  }, [])
  return (
    <details ref={fold} className={className}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}
