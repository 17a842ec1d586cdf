import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { lateAndSoonPath, staffPaths } from '#contract/rules/staff-addresses.ts'
import { goToQueues, type KeyAction } from '#web/lib/key-table.ts'
import { useKeyListener, useShortcuts } from '#web/lib/shortcuts.ts'
import { queueScreens, screenOf } from '#web/orders/queue/queue-screens.ts'
import { forgetRecentOrders } from '#web/orders/recent-orders.ts'
import { useStartNext } from '#web/orders/use-start-next.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { forgetAllActs } from '#web/undo/last-acts.ts'
import { useUndoLastAct } from '#web/undo/use-undo-toast.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { keysOf } from '#contract/rules/typed-keys.ts'

const KeysDialog = lazyDialog(() => import('./KeysDialog.tsx'), 'KeysDialog')

/** The keys that do the same on every page (design, Keyboard). */
export function DeskKeys() {
  const me = useCurrentMember()
  const [, navigate] = useLocation()
  const { startNext } = useStartNext()
  const undoLastAct = useUndoLastAct()
  const [showsKeys, setShowsKeys] = useState(false)
  useKeyListener()
  useShortcuts({
    startNext,
    undo: undoLastAct,
    showKeys: () => setShowsKeys(true),
    goToShiftDesk: () => navigate(staffPaths.shiftDesk),
    goToReplies: () => navigate(staffPaths.replies),
    goToLateAndSoon: () => navigate(lateAndSoonPath),
    goToProposals: () => navigate(staffPaths.proposals),
    goToMailProblems: () => navigate(staffPaths.mailProblems),
    ...Object.fromEntries(
      keysOf(goToQueues)
        .filter((action) => me.can(screenOf(goToQueues[action]).permission))
        .map((action): [KeyAction, () => void] => [
          action,
          () => navigate(queueScreens[goToQueues[action]].path),
        ]),
    ),
  })
  // What one member of this browser did and saw is not another one's.
  useEffect(
    () => () => {
      forgetAllActs()
      forgetRecentOrders()
    },
    [],
  )
  return <KeysDialog opened={showsKeys} onClose={() => setShowsKeys(false)} />
}
