import { useMediaQuery } from '@mantine/hooks'
import { CompactList } from './table/CompactList.tsx'
import type { DataTableProps } from './table/table-types.ts'
import { WideTable } from './table/WideTable.tsx'

/**
 * A virtualised table for any number of rows; under 767 px a list.
 * A different `key` resets the scroll position, for example for another page or search.
 */
export function DataTable<Row, Sort extends string = string>(props: DataTableProps<Row, Sort>) {
  const onPhone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  return onPhone ? <CompactList {...props} /> : <WideTable {...props} />
}
