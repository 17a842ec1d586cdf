import type { KeyAction } from '#web/lib/key-table.ts'
import { useKeysOf } from '#web/lib/own-keys.ts'
import css from './labels.module.css'

/** Visual only; screen readers get the key from `aria-keyshortcuts`. */
export const Kbd = ({ children }: { children: string }) => (
  <kbd className={`centered rigid nowrap ${css.key}`} aria-hidden="true">
    {children}
  </kbd>
)

/** The member's key of an action; nothing without one. */
export function ActionKbd({ action }: { action: KeyAction }) {
  const keys = useKeysOf()(action)
  return keys !== '' && <Kbd>{keys}</Kbd>
}
