/**
 * What the cells of a column are, where a file can say so: `day` `YYYY-MM-DD`, `localTime` `YYYY-MM-DD HH:mm:ss` without a
 * zone, `instant` an ISO instant that is shown in EST (product §7), `amount` a decimal, also as text. Text unless said.
 */
export type CellKind = 'text' | 'number' | 'amount' | 'day' | 'localTime' | 'instant'

/** How each column is headed, and what stands in it. */
export type Columns<Row> = readonly {
  header: string
  kind?: CellKind | undefined
  value: (row: Row) => unknown
}[]

export type Rows<Row> = AsyncIterable<Row> | Iterable<Row>
