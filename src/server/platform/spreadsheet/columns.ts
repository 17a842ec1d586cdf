/**
 * The type of a column's cells, for formats with types. `day`: `YYYY-MM-DD`. `localTime`: `YYYY-MM-DD HH:mm:ss` without
 * a zone. `instant`: an ISO instant, shown in EST (product §7). `amount`: a decimal, also as text. Default: text.
 */
export type CellKind = 'text' | 'number' | 'amount' | 'day' | 'localTime' | 'instant'

export type Columns<Row> = readonly {
  header: string
  kind?: CellKind | undefined
  value: (row: Row) => unknown
}[]

export type Rows<Row> = AsyncIterable<Row> | Iterable<Row>
