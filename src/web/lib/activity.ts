/** ms after which a request has nothing to do with what the member did last. */
const ACTIVE_FOR = 60_000

/** Opening the page is the first that they do. */
let lastInputAt = Date.now()

/** Notes what the member does on the page; once, as the page starts. */
export function watchActivity(): void {
  for (const event of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    window.addEventListener(event, () => (lastInputAt = Date.now()), { capture: true, passive: true })
}

/** Whether somebody is at the page: what it fetches by itself for longer keeps no session from ending. */
export const isMemberActive = (): boolean => Date.now() - lastInputAt < ACTIVE_FOR
