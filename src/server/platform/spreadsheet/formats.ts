import type { ExportFormat } from '#contract/rules/export-formats.ts'
import type { Columns, Rows } from './columns.ts'
import { csvChunks } from './csv.ts'
import { xlsxChunks } from './xlsx.ts'

interface FileFormat {
  contentType: string
  chunks: <Row>(columns: Columns<Row>, rows: Rows<Row>, name: string) => AsyncIterable<string | Uint8Array>
}

export const fileFormats = {
  csv: { contentType: 'text/csv; charset=utf-8', chunks: csvChunks },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    chunks: xlsxChunks,
  },
} satisfies Record<ExportFormat, FileFormat>
