import { cancelBulkRun, readBulkRun, undoBulkRun, type BulkRun } from '#contract/bulk-runs.ts'
import { bulkRunPath } from '#contract/rules/staff-addresses.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/client.ts'
import { showFailure } from '#web/lib/show-failure.ts'
import { showProgressToast } from '#web/ui/progress-toast.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { changedText, isUnderWay, passProgress, progressText, runTexts, undoneText } from './run-texts.ts'

/** ms */
const askMs = 700
/** Failed polls in a row before the toast says that the server cannot be reached. */
const maxSilent = 20

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const read = async (runId: string): Promise<BulkRun> => (await call(readBulkRun, { params: { runId } })).data

/** Polls until the run or its undo ends; returns the last known state if the server cannot be reached. */
async function waitForEnd(run: BulkRun, onProgress: (run: BulkRun) => void): Promise<BulkRun> {
  let latest = run
  let silent = 0
  while (isUnderWay(latest) && silent < maxSilent) {
    onProgress(latest)
    await pause(askMs)
    try {
      latest = await read(run.id)
      silent = 0
    } catch (error) {
      if (!(error instanceof CallError) || error.httpStatus !== 0) throw error
      silent += 1
    }
  }
  return latest
}

async function cancel(runId: string): Promise<void> {
  try {
    await call(cancelBulkRun, { params: { runId } })
  } catch (error) {
    showFailure(error)
  }
}

async function showPass(run: BulkRun, onChanged: () => void): Promise<BulkRun> {
  const isUndo = run.state === 'undoing'
  const { title } = runTexts(run.action)
  const toast = showProgressToast({
    title: isUndo ? `Undo: ${title}` : title,
    icon: isUndo ? 'undo' : 'tick',
    ...(!isUndo && { onCancel: () => void cancel(run.id) }),
  })
  try {
    return await waitForEnd(run, (latest) => {
      const { done, of } = passProgress(latest)
      toast.update(progressText(latest), done / of)
    })
  } finally {
    toast.hide()
    onChanged()
  }
}

function showEnd(run: BulkRun, onChanged: () => void): void {
  const link = { href: bulkRunPath(run.id), label: 'See which' }
  const { title } = runTexts(run.action)
  if (isUnderWay(run))
    showToast({ tone: 'warn', title: `${title} continues`, text: 'The server cannot be reached.', link })
  else if (run.state === 'undone')
    showToast({
      tone: run.undoStopReason === null ? 'good' : 'warn',
      title: run.undoStopReason ?? 'Undone.',
      text: undoneText(run),
      link,
    })
  else
    showToast({
      tone: run.stopReason === null ? 'good' : 'warn',
      title: run.stopReason ?? title,
      text: changedText(run),
      link,
      persistent: true,
      onUndo: run.undoUntil === null ? undefined : () => void undoRun(run.id, onChanged),
    })
}

/** Shows the progress of the member's own run with Cancel, then its result with Undo. */
export async function showRun(runId: string, onChanged: () => void): Promise<void> {
  try {
    const run = await read(runId)
    if (run.isOwn) showEnd(await showPass(run, onChanged), onChanged)
  } catch (error) {
    showFailure(error)
  }
}

async function undoRun(runId: string, onChanged: () => void): Promise<void> {
  try {
    const { data } = await call(undoBulkRun, { params: { runId } })
    showEnd(await showPass(data, onChanged), onChanged)
  } catch (error) {
    showFailure(error)
  }
}
