import { useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react'
import { Kbd } from './Kbd.tsx'
import css from './frame.module.css'

interface TipText {
  label: string
  /** In full. */
  count?: string
  /** As `g n`. */
  keys?: string | undefined
}

interface Tip extends TipText {
  /** Where the middle of its item is, px from the top of the window. */
  middle: number
}

/** What a folded sidebar does not show of the item under the pointer or with the focus. */
export function useSideTip() {
  const [tip, setTip] = useState<Tip | null>(null)
  const hide = () => setTip(null)
  const tipProps = (text: TipText) => {
    const show = ({ currentTarget }: PointerEvent<HTMLElement> | FocusEvent<HTMLElement>) => {
      if (!currentTarget.closest('[data-folded]')) return
      const { top, height } = currentTarget.getBoundingClientRect()
      setTip({ ...text, middle: top + height / 2 })
    }
    return {
      onPointerEnter: show,
      onPointerLeave: hide,
      onFocus: (event: FocusEvent<HTMLElement>) => {
        if (event.currentTarget.matches(':focus-visible')) show(event)
      },
      onBlur: hide,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.key === 'Escape') hide()
      },
    }
  }
  return { tip, tipProps }
}

/** Seen only: readers have label, count and keys by the item itself. */
export const SideTip = ({ tip }: { tip: Tip | null }) =>
  tip && (
    <span
      className={`row nowrap small ${css.tip}`}
      style={{ insetBlockStart: tip.middle }}
      aria-hidden="true"
    >
      {tip.label}
      {tip.count && ` ${tip.count}`}
      {tip.keys?.split(' ').map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  )
