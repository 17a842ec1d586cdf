import { Button } from '@mantine/core'
import { maxListedRefusals, type ImportResult } from '#contract/imports.ts'
import { csvLine } from '#contract/rules/csv-line.ts'
import { saveAsFile } from '#web/lib/save-as-file.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { RefusedLines } from './PreviewCards.tsx'
import css from './imports.module.css'

interface ResultCardProps {
  /** Of the file. */
  name: string
  result: ImportResult
  isBusy: boolean
  onTakeBack: () => void
  onClose: () => void
}

const shownRefusals = 10

const byteOrderMark = '\uFEFF'
const asCsv = ({ refusedLines }: ImportResult) =>
  [csvLine(['line', 'reason']), ...refusedLines.map(({ line, reason }) => csvLine([line, reason]))].join('')

export function ResultCard({ name, result, isBusy, onTakeBack, onClose }: ResultCardProps) {
  const { imported, known, refused, refusedLines } = result
  const saved = refused > maxListedRefusals ? `the first ${formatCount(maxListedRefusals)}` : 'all'
  return (
    <Card title="Result">
      <div className="stack gap-10">
        <output className="small">
          <b>{formatCount(imported)} imported</b>, {formatCount(known)} there already, {formatCount(refused)}{' '}
          refused.
        </output>
        {refused > 0 && <RefusedLines lines={refusedLines.slice(0, shownRefusals)} total={refused} />}
        <div className={`flex wrap gap-8 ${css.buttons}`}>
          {refused > 0 && (
            <Button
              leftSection={<Icon name="download" />}
              onClick={() => saveAsFile(`${name}.refused.csv`, byteOrderMark + asCsv(result), 'text/csv')}
            >
              Save {saved} refused lines
            </Button>
          )}
          <Button onClick={onClose}>Import another file</Button>
          <Button variant="danger" disabled={isBusy} onClick={onTakeBack}>
            Take the file back
          </Button>
        </div>
      </div>
    </Card>
  )
}
