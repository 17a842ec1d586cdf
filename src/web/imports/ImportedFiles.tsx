import { Button } from '@mantine/core'
import type { ImportedFile } from '#contract/imports.ts'
import { estTimestamp } from '#contract/rules/dates.ts'
import { orMissingText } from '#contract/rules/missing-text.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { failureProps } from '#web/lib/failure-props.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { ListTable, type ListColumn } from '#web/ui/ListTable.tsx'

interface ImportedFilesProps {
  files: readonly ImportedFile[] | undefined
  failure: CallError | null
  onRetry: () => void
  isBusy: boolean
  onTakeBack: (id: string) => void
}

const columns: readonly ListColumn<ImportedFile>[] = [
  { header: 'File', render: ({ name }) => <bdi className="break-words">{orMissingText(name)}</bdi> },
  { header: 'By', render: ({ by }) => orMissingText(by) },
  {
    header: 'Imported',
    render: ({ finished_at, records }) =>
      finished_at === null ? `not finished, ${formatCount(records)} lines done` : estTimestamp(finished_at),
  },
  {
    header: 'Orders',
    render: ({ imported, known, refused }) =>
      [
        formatCount(imported),
        ...(known > 0 ? [`${formatCount(known)} there already`] : []),
        ...(refused > 0 ? [`${formatCount(refused)} refused`] : []),
      ].join(', '),
  },
]

export const ImportedFiles = ({ files, failure, onRetry, isBusy, onTakeBack }: ImportedFilesProps) => (
  <Card title="Imported Files" count={files?.length}>
    <ListTable
      label="Imported Files"
      columns={columns}
      rows={files}
      rowKey={({ id }) => id}
      subject={failure ? { subject: 'The imports', ...failureProps(failure, onRetry) } : undefined}
      actions={takeBackButton(isBusy, onTakeBack)}
    />
  </Card>
)

const takeBackButton = (isBusy: boolean, onTakeBack: (id: string) => void) => (file: ImportedFile) =>
  file.has_orders && (
    <Button
      size="xs"
      variant="danger"
      disabled={isBusy}
      aria-label={`Take ${file.name} back`}
      onClick={() => onTakeBack(file.id)}
    >
      Take back
    </Button>
  )
