import { useSyncExternalStore } from 'react'
import type { KeySettings } from '#contract/session.ts'
import { standardKeys, type KeyAction } from './key-table.ts'
import { createListeners } from './listeners.ts'

const defaultSettings: KeySettings = { areOn: true, own: {} }

let settings = defaultSettings
const { subscribe, notify } = createListeners()

/** The signed-in member's; without an argument, the defaults. */
export function setKeySettings(saved: KeySettings = defaultSettings): void {
  settings = saved
  notify()
}

/** Also while the keys are off. */
export const assignedKeys = ({ own }: KeySettings, action: string) =>
  own[action] ?? standardKeys.get(action) ?? ''

function keysIn(of: KeySettings, action: string): string {
  const keys = assignedKeys(of, action)
  return of.areOn || keys.startsWith('Ctrl+') ? keys : ''
}

/** The member's keys for an action now; '' if it has none. */
export const currentKeys = (action: string): string => keysIn(settings, action)

/** As `currentKeys`; renders again when they change. */
export function useKeysOf(): (action: string) => string {
  const used = useSyncExternalStore(subscribe, () => settings)
  return (action) => keysIn(used, action)
}

export const areKeysOn = (): boolean => settings.areOn

export const useKeySettings = (): KeySettings => useSyncExternalStore(subscribe, () => settings)

const ariaKey = (key: string) =>
  key.startsWith('Ctrl+') ? key.replace('Ctrl', 'Control') : /^\p{Lu}$/u.test(key) ? `Shift+${key}` : key

/** Announces the keys to screen readers and shows them in the tooltip. */
export function useKeyProps() {
  const keysOf = useKeysOf()
  return (action: KeyAction) => {
    const keys = keysOf(action)
    if (keys === '') return {}
    return { 'aria-keyshortcuts': keys.split(' ').map(ariaKey).join(' '), title: `Key: ${keys}` }
  }
}
