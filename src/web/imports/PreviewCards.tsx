import { Button } from '@mantine/core'
import type { ImportPreview, RefusedLine } from '#contract/imports.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { SmallTable } from '#web/ui/SmallTable.tsx'
import css from './imports.module.css'

interface PreviewCardsProps {
  preview: ImportPreview
  isBusy: boolean
  onImport: () => void
}

const countedOrders = (n: number) => (n === 1 ? '1 order' : `${formatCount(n)} orders`)

/** What the command shows before it asks (product §5). */
export function PreviewCards({ preview, isBusy, onImport }: PreviewCardsProps) {
  const { columns, firstRows, records, refused, firstRefused, suspicious } = preview
  const orders = records - refused
  return (
    <>
      <Card
        title="Before it is stored"
        end={
          <Button variant="filled" disabled={isBusy || orders === 0} onClick={onImport}>
            Import {countedOrders(orders)}
          </Button>
        }
      >
        <p className="small">
          {suspicious.length === 0 && refused === 0
            ? 'Nothing is suspicious. Compare the columns and the first orders with the file.'
            : 'Look at what is suspicious or refused. Refused lines are left out, the others are stored.'}
        </p>
      </Card>
      {suspicious.length > 0 && (
        <Card title="Suspicious" count={suspicious.length}>
          <ul className={`small ${css.lines}`}>
            {suspicious.map((text) => (
              <li key={text} className="break-words warning">
                {text}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {refused > 0 && (
        <Card title="Refused lines" count={refused}>
          <RefusedLines lines={firstRefused} total={refused} />
        </Card>
      )}
      {columns.length > 0 && (
        <Card title="Columns" count={columns.length}>
          <SmallTable
            label="Columns"
            columns={[
              { label: 'In the file', of: ({ head }) => head },
              { label: 'Becomes', of: ({ becomes }) => becomes },
            ]}
            rows={columns}
          />
        </Card>
      )}
      {firstRows.length > 0 && (
        <Card title="First orders" count={firstRows.length}>
          <FirstOrders rows={firstRows} />
        </Card>
      )}
    </>
  )
}

type FirstRow = ImportPreview['firstRows'][number]

const valueOf = ({ order }: FirstRow, field: string) => order.find((one) => one.field === field)?.value ?? ''

/** A row for each field, a column for each order. */
function FirstOrders({ rows }: { rows: FirstRow[] }) {
  const fields = [...new Set(rows.flatMap(({ order }) => order.map(({ field }) => field)))]
  return (
    <SmallTable
      label="First orders"
      columns={[
        { label: 'Field', of: (field) => field },
        ...rows.map((row) => ({
          label: `Line ${row.line}`,
          of: (field: string) => valueOf(row, field),
        })),
      ]}
      rows={fields}
    />
  )
}

export function RefusedLines({ lines, total }: { lines: readonly RefusedLine[]; total: number }) {
  return (
    <ul className={`small ${css.lines}`}>
      {lines.map(({ line, reason }) => (
        <li key={line} className="break-words">
          <span className="nowrap faint">Line {line}</span> {reason}
        </li>
      ))}
      {total > lines.length && <li className="faint">and {formatCount(total - lines.length)} more</li>}
    </ul>
  )
}
