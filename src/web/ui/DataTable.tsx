import { useMediaQuery } from '@mantine/hooks'
import { CompactList } from './table/CompactList.tsx'
import type { DataTableProps } from './table/table-types.ts'
import { WideTable } from './table/WideTable.tsx'

/**
 * The table of a queue: any number of rows, of which only those in view are drawn; under 767 px a list.
 * Give it another `key` to begin at the top again, as for another page or search.
 */
export function DataTable<Row, Sort extends string = string>(props: DataTableProps<Row, Sort>) {
  const onPhone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  return onPhone ? <CompactList {...props} /> : <WideTable {...props} />
}
