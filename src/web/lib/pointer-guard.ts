/** What a click acts on. A label acts on its control. */
const controls =
  'a[href], button, summary, input:is([type=checkbox], [type=radio]), [role=option], [role^=menuitem], [data-index]'

interface Seen {
  control: Element | null
  words: string
}

function seenIn(target: EventTarget | null): Seen {
  const element = target instanceof Element ? target : null
  const control = element?.closest('label')?.control ?? element?.closest(controls) ?? null
  // Counts and times change without another meaning, and so do rows and links.
  const words = control?.matches('button') ? control.textContent.replaceAll(/\d+/g, '') : ''
  return { control, words }
}

/**
 * Ignores a mouse click on a control that came under the pointer after its last movement, or got other words since: it
 * was meant for the one before. Clicks by key or touch always count, and so do those after the wheel has moved the page.
 * Call once.
 */
export function guardPointer(): void {
  let seen: Seen | undefined
  const options = { capture: true, passive: true }
  window.addEventListener('pointermove', ({ target }) => (seen = seenIn(target)), options)
  window.addEventListener('wheel', () => (seen = undefined), options)
  window.addEventListener(
    'click',
    (event) => {
      if (event.detail === 0 || ('pointerType' in event && event.pointerType !== 'mouse')) return
      const clicked = seenIn(event.target)
      const isMeant =
        seen === undefined ||
        clicked.control === null ||
        (clicked.control === seen.control && clicked.words === seen.words)
      if (!isMeant) {
        event.preventDefault()
        event.stopPropagation()
        return
      }
      // The click's own effect on its words is seen.
      setTimeout(() => {
        if (seen?.control === clicked.control) seen = seenIn(clicked.control)
      })
    },
    { capture: true },
  )
}
