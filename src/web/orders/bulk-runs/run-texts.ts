import type { BulkRun, BulkRunAction } from '#contract/bulk-runs.ts'
import { statusLabels } from '#contract/rules/statuses.ts'
import { orderCountText, verbForm } from '#web/undo/outcome-texts.ts'
import { formatCount } from '#web/ui/format-count.ts'

interface RunTexts {
  title: string
  done: string
}

export function runTexts(action: BulkRunAction): RunTexts {
  switch (action.kind) {
    case 'assign':
      return { title: `Assign to ${action.assignto}`, done: `assigned to ${action.assignto}` }
    case 'giveBack':
      return { title: 'Move to Original Folder', done: 'given back' }
    case 'delete':
      return { title: 'Delete Order', done: 'moved to Deleted Orders' }
    case 'move': {
      const { label } = statusLabels[action.updatingStatus]
      return { title: `Move to ${label}`, done: `moved to ${label}` }
    }
  }
}

export const isUnderWay = ({ state }: BulkRun): boolean => state === 'running' || state === 'undoing'

export const unreachedCount = ({ total, changed, refused }: BulkRun) => total - changed - refused

/** Processed orders of the run or of its undo, and their total. */
export const passProgress = ({ state, total, changed, refused, undone, kept }: BulkRun) =>
  state === 'undoing' ? { done: undone + kept, of: changed } : { done: changed + refused, of: total }

/** `3,000 of 12,345` */
export function progressText(run: BulkRun): string {
  const { done, of } = passProgress(run)
  return `${formatCount(done)} of ${formatCount(of)}`
}

/** `12,340 moved to Deleted Orders; 5 skipped.` */
export function changedText(run: BulkRun): string {
  const parts = [
    `${formatCount(run.changed)} ${runTexts(run.action).done}`,
    run.refused > 0 && `${formatCount(run.refused)} skipped`,
    run.stopReason !== null && `${formatCount(unreachedCount(run))} not reached`,
  ]
  return `${parts.filter(Boolean).join('; ')}.`
}

/** `12,340 orders are as before; 2 were changed in the meantime.` */
export function undoneText({ undone, kept }: BulkRun): string {
  const before = `${orderCountText(undone)} ${verbForm(undone, 'is', 'are')} as before`
  const left = `${formatCount(kept)} ${verbForm(kept, 'was', 'were')} changed in the meantime`
  return `${kept > 0 ? `${before}; ${left}` : before}.`
}
