import { orMissingText } from '#contract/rules/missing-text.ts'
import { ExternalText } from './ExternalText.tsx'
import css from './lists.module.css'

interface SmallTableProps<Row> {
  label: string
  columns: readonly { label: string; numeric?: true; of: (row: Row) => string }[]
  rows: readonly Row[]
  /** Marks a wrong cell, by row and column index. */
  toneOf?: (row: number, column: number) => 'red' | 'amber' | undefined
}

/** Characters up to which a number with its currency stays on one line. */
const SHORT_NUMBER_LENGTH = 24

/** A table inside a card; '-' for missing values, blocks instead of rows if narrow. */
export function SmallTable<Row>({ label, columns, rows, toneOf }: SmallTableProps<Row>) {
  return (
    <table className={`${css.plainTable} ${css.smallTable}`} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col" className={column.numeric && css.numeric}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...rows.entries()].map(([index, row]) => (
          <tr key={index}>
            {[...columns.entries()].map(([position, column]) => {
              const text = column.of(row).trim()
              return (
                <td
                  key={column.label}
                  className={column.numeric && css.numeric}
                  data-short={text.length <= SHORT_NUMBER_LENGTH || undefined}
                  data-empty={!text || undefined}
                  data-tone={toneOf?.(index, position)}
                >
                  <span className={css.cellLabel}>{column.label}</span>
                  <ExternalText>{orMissingText(text)}</ExternalText>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
