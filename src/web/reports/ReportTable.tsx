import { Link } from 'wouter'
import { formatCount } from '#web/ui/format-count.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './reports.module.css'

export interface CountColumn<Row> {
  header: string
  of: (row: Row) => number
  /** Explains the header. */
  title?: string
}

export interface ReportSubject<Row> {
  header: string
  of: (row: Row) => string
  href?: (row: Row) => string
}

interface ReportTableProps<Row> {
  label: string
  subject: ReportSubject<Row>
  columns: readonly CountColumn<Row>[]
  /** `undefined` while loading. */
  rows: readonly Row[] | undefined
}

const loadingRows = [0, 1, 2, 3, 4, 5, 6, 7]

export const sumOf = <Row,>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0)

export function ReportTable<Row>({ label, subject, columns, rows }: ReportTableProps<Row>) {
  if (rows?.length === 0) return <EmptyState kind="list" />
  return (
    <table className={`small tight ${css.table}`} aria-label={label} aria-busy={!rows}>
      <thead>
        <tr>
          <th scope="col">{subject.header}</th>
          {columns.map(({ header, title }) => (
            <th key={header} scope="col" title={title}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows ? (
          [...rows.entries()].map(([index, row]) => (
            <tr key={index}>
              <SubjectCell subject={subject} row={row} />
              {columns.map(({ header, of }) => (
                <td key={header}>{formatCount(of(row))}</td>
              ))}
            </tr>
          ))
        ) : (
          <LoadingRows columns={columns.length + 1} />
        )}
      </tbody>
      {rows && (
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {columns.map(({ header, of }) => (
              <td key={header}>{formatCount(sumOf(rows, of))}</td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  )
}

export function SubjectCell<Row>({ subject, row }: { subject: ReportSubject<Row>; row: Row }) {
  const text = <ExternalText>{subject.of(row)}</ExternalText>
  return <th scope="row">{subject.href ? <Link href={subject.href(row)}>{text}</Link> : text}</th>
}

export const LoadingRows = ({ columns }: { columns: number }) =>
  loadingRows.map((index) => (
    <tr key={index}>
      <td colSpan={columns}>
        <Skeleton width={`${90 - index * 7}%`} />
      </td>
    </tr>
  ))
