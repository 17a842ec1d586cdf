/** Pages that draw their own controls expect the whole sequence. */
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

/** Uses the native setter, so that frameworks that track the value notice the change. */
export function type(element: Typed, value: string): void {
  element.focus({ preventScroll: true })
  const prototype = prototypes.find((kind) => element instanceof kind)?.prototype
  const setter = prototype && Object.getOwnPropertyDescriptor(prototype, 'value')?.set
  setter?.call(element, value)
  element.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, data: value }))
  element.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Some pages validate and rewrite a value on blur. */
export const leave = (element: HTMLElement): void => element.blur()

export const pressEscape = (element: HTMLElement): void => {
  const init = { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }
  element.dispatchEvent(new KeyboardEvent('keydown', init))
  element.dispatchEvent(new KeyboardEvent('keyup', init))
}
