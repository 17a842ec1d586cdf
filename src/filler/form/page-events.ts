/** What a press of the pointer sends, as pages that draw their own controls expect it. */
const pressEvents = ['pointerdown', 'mousedown', 'pointerup', 'mouseup'] as const

export function press(element: HTMLElement): void {
  for (const type of pressEvents) {
    const Kind = type.startsWith('pointer') ? PointerEvent : MouseEvent
    element.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true, composed: true, button: 0 }))
    if (type === 'mousedown') element.focus({ preventScroll: true })
  }
  element.click()
}

type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const prototypes = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement]

/** Sets a value as a person's typing does, so that a page that keeps it itself hears of it. */
export function type(element: Typed, value: string): void {
  element.focus({ preventScroll: true })
  const prototype = prototypes.find((kind) => element instanceof kind)?.prototype
  const setter = prototype && Object.getOwnPropertyDescriptor(prototype, 'value')?.set
  setter?.call(element, value)
  element.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, data: value }))
  element.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Leaves a control, upon which some pages check and rewrite what it holds. */
export const leave = (element: HTMLElement): void => element.blur()

export const pressEscape = (element: HTMLElement): void => {
  const init = { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }
  element.dispatchEvent(new KeyboardEvent('keydown', init))
  element.dispatchEvent(new KeyboardEvent('keyup', init))
}
