/**
 * Ignores a mouse click on a control that came under the pointer after its last movement, or got other words since: it
 * was meant for the one before. Clicks by key or touch always count, and so do those after the wheel has moved the page.
 */

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
  // A button's counts and times may change, and so may the texts of links and rows.
  const words = control?.matches('button') ? control.textContent.replaceAll(/\d+/g, '') : ''
  return { control, words }
}

/** Undefined before the first movement, and after the wheel. */
let seen: Seen | undefined

function handleClick(event: MouseEvent) {
  if (event.detail === 0 || ('pointerType' in event && event.pointerType !== 'mouse')) return
  const { control, words } = seenIn(event.target)
  if (seen && control && (control !== seen.control || words !== seen.words)) {
    event.preventDefault()
    event.stopPropagation()
    return
  }
  // The click's own effect on the words is seen.
  setTimeout(() => {
    if (control && seen?.control === control) seen = seenIn(control)
  })
}

window.addEventListener('pointermove', ({ target }) => (seen = seenIn(target)), {
  capture: true,
  passive: true,
})
window.addEventListener('wheel', () => (seen = undefined), { capture: true, passive: true })
window.addEventListener('click', handleClick, { capture: true })
