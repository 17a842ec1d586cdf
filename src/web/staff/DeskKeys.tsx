import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { destinations } from '#web/lib/key-table.ts'
import { useKeyListener, useShortcuts } from '#web/lib/shortcuts.ts'
import { forgetRecentOrders } from '#web/orders/recent-orders.ts'
import { useStartNext } from '#web/orders/use-start-next.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { forgetAllActs, nextToUndo, rememberedActs } from '#web/undo/last-acts.ts'
import { tellNothingToUndo, useUndoAct } from '#web/undo/use-undo-toast.ts'
import { showToast } from '#web/ui/toast.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'

const KeysDialog = lazyDialog(() => import('./KeysDialog.tsx'), 'KeysDialog')

/** Keys of every page (design, Keyboard). */
export function DeskKeys() {
  const me = useCurrentMember()
  const [, navigate] = useLocation()
  const { startNext } = useStartNext()
  const undoAct = useUndoAct()
  const [showsKeys, setShowsKeys] = useState(false)
  useKeyListener(() =>
    showToast({
      tone: 'warn',
      title: 'Nothing was done',
      text: 'Keys typed in a run are taken for words. Click the field first.',
    }),
  )
  useShortcuts({
    startNext,
    // Until the tray is loaded, which knows what waits.
    undo: () => {
      const next = nextToUndo(rememberedActs(), [], Date.now())
      if (next?.act) undoAct(next.act)
      else tellNothingToUndo()
    },
    showKeys: () => setShowsKeys(true),
    ...Object.fromEntries(
      destinations
        .filter(({ permission }) => me.can(permission))
        .map(({ path }) => [path, () => navigate(path)]),
    ),
  })
  // The next member on this browser must not see them.
  useEffect(
    () => () => {
      forgetAllActs()
      forgetRecentOrders()
    },
    [],
  )
  return <KeysDialog opened={showsKeys} onClose={() => setShowsKeys(false)} />
}
