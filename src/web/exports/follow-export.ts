import { cancelExport, readExport, type ExportRun } from '#contract/export-runs.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/client.ts'
import { showFailure } from '#web/lib/show-failure.ts'
import { formatCount } from '#web/ui/format-count.ts'
import { showProgressToast, type ProgressToast } from '#web/ui/progress-toast.tsx'
import { showToast } from '#web/ui/toast.tsx'

/** ms; a small file is there before it. */
const firstAskMs = 700
const askMs = 1000
/** Answers without news after which nothing more is to come: not begun, or no connection. */
const maxSilent = 8

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** `12,000 of 1,000,000` */
export const progressText = ({ rows, total }: Pick<ExportRun, 'rows' | 'total'>): string => {
  if (rows === null) return 'Another server sends it.'
  return total === null ? 'Counting the rows' : `${formatCount(rows)} of ${formatCount(total)}`
}

/** Null where the server cannot be reached: the file may come nevertheless. */
const ask = async (exportId: string): Promise<ExportRun | null> => {
  try {
    return (await call(readExport, { params: { exportId } })).data
  } catch (error) {
    if (error instanceof CallError && error.httpStatus === 0) return null
    throw error
  }
}

async function cancel(exportId: string): Promise<void> {
  try {
    await call(cancelExport, { params: { exportId } })
  } catch (error) {
    showFailure(error)
  }
}

function showEnd(title: string, { state, rows, reason }: ExportRun, wasShown: boolean): void {
  if (state === 'done' && wasShown)
    showToast({
      tone: 'good',
      title: `${title} exported`,
      text: rows === null ? undefined : `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`,
    })
  if (state === 'cancelled')
    showToast({
      tone: 'warn',
      title: 'Export cancelled',
      text: 'The file that your browser began is not whole.',
    })
  if (state === 'failed')
    showToast({
      tone: 'bad',
      title: `${title} could not be exported`,
      text: reason ?? 'It broke off, and the file is not whole. Try again.',
    })
}

/**
 * Shows how far an export is that the browser saves, with Cancel, once it takes long; it goes on behind other screens. `title`
 * names the list.
 */
export async function followExport(exportId: string, title: string): Promise<void> {
  let toast: ProgressToast | undefined
  let silent = 0
  try {
    await pause(firstAskMs)
    while (silent < maxSilent) {
      const run = await ask(exportId)
      if (run?.state === 'running') {
        silent = 0
        toast ??= showProgressToast({
          title: `Exporting ${title}`,
          icon: 'download',
          onCancel: () => void cancel(exportId),
        })
        toast.update(progressText(run), run.rows !== null && run.total ? run.rows / run.total : undefined)
      } else if (run && run.state !== 'unknown') return showEnd(title, run, toast !== undefined)
      else silent += 1
      await pause(askMs)
    }
    showToast({
      tone: 'warn',
      title: `${title}: nothing is known of the export`,
      text: 'Your browser says whether the file is whole.',
    })
  } catch (error) {
    showFailure(error)
  } finally {
    toast?.hide()
  }
}
