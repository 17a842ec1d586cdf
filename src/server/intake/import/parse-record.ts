import type { FileRecord } from './read-records.ts'

type Parsed = { value: unknown } | { reason: string }

function parseJson(text: string): Parsed {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { reason: 'The line is not JSON.' }
  }
}

/** Columns that hold a list as JSON. */
const listColumns = new Set(['familyMember', 'importingGoods', 'remark'])

function toOrder(cells: Record<string, string>): Parsed {
  const order: Record<string, unknown> = {}
  for (const [column, cell] of Object.entries(cells)) {
    if (cell.trim() === '') continue
    if (!listColumns.has(column)) {
      order[column] = cell
      continue
    }
    const list = parseJson(cell)
    if ('reason' in list) return { reason: `${column} is not JSON.` }
    order[column] = list.value
  }
  return { value: order }
}

/** The order that a record holds; in CSV the columns that are lists hold JSON, and an empty cell is an absent field. */
export function parseRecord(record: FileRecord): Parsed {
  if ('reason' in record) return record
  return 'json' in record ? parseJson(record.json) : toOrder(record.cells)
}
