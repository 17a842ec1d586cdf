/** ms after the last input until requests count as background. */
const ACTIVE_FOR = 60_000

let lastInputAt = Date.now()

export function watchActivity(): void {
  for (const event of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    window.addEventListener(event, () => (lastInputAt = Date.now()), { capture: true, passive: true })
}

/** False marks requests as background, so that they do not extend the session. */
export const isMemberActive = (): boolean => Date.now() - lastInputAt < ACTIVE_FOR
