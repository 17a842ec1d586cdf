import { useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react'
import { Kbd } from './Kbd.tsx'
import css from './frame.module.css'

interface TipText {
  label: string
  /** Not shortened. */
  count?: string
  keys?: string | undefined
}

interface Tip extends TipText {
  /** px from the top of the window to the item's middle. */
  middle: number
}

/** The tooltip of the hovered or focused item in a folded sidebar. */
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

/** Visual only; screen readers get this from the menu item. */
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
