import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { isComposing } from '#web/lib/key-reading.ts'
import { registerReauthentication } from '#web/lib/reauthentication.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'

const ConfirmSignInDialog = lazyDialog(() => import('./ConfirmSignInDialog.tsx'), 'ConfirmSignInDialog')

const maxFrames = 60

/** A pressed button stays disabled until its call has ended. */
function focusOnceEnabled(element: Element | undefined, framesLeft = maxFrames) {
  if (!(element instanceof HTMLElement)) return
  if (element.matches(':disabled') && framesLeft > 0)
    requestAnimationFrame(() => focusOnceEnabled(element, framesLeft - 1))
  else element.focus()
}

/** The element that was focused before the dialog opened. */
function useLastFocus(isAsking: boolean) {
  const last = useRef<Element>(undefined)
  useEffect(() => {
    if (isAsking) return undefined
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element) last.current = target
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [isAsking])
  return last
}

/** Escape closes this dialog only: a dialog below keeps its input. */
function useEscape(opened: boolean, onEscape: () => void) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!opened || event.key !== 'Escape' || isComposing(event)) return
    event.stopImmediatePropagation()
    onEscape()
  })
  // A layout effect registers the listener before those of dialogs.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])
}

/** Asks before a sensitive change if the sign-in is older than 15 minutes; the call then continues. */
export function ReauthenticateDialog() {
  const [opened, setOpened] = useState(false)
  const settle = useRef<(isConfirmed: boolean) => void>(undefined)

  useEffect(() => {
    const unregister = registerReauthentication(() => {
      setOpened(true)
      return new Promise((resolve) => {
        settle.current = resolve
      })
    })
    return () => {
      unregister()
      // The session has ended: the waiting call gives up.
      settle.current?.(false)
    }
  }, [])
  const lastFocus = useLastFocus(opened)
  const close = (isConfirmed: boolean) => {
    setOpened(false)
    settle.current?.(isConfirmed)
    focusOnceEnabled(lastFocus.current)
  }

  useEscape(opened, () => close(false))

  return <ConfirmSignInDialog opened={opened} onClose={() => close(false)} onConfirmed={() => close(true)} />
}
