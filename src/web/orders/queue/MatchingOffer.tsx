import { UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { maxBulkOrders } from '#contract/common-schemas.ts'
import { showFailure } from '#web/lib/show-failure.ts'
import { formatCount } from '#web/ui/format-count.ts'
import { countOrders } from './list/list-queries.ts'
import type { OrderListQuery } from './list/list-request.ts'
import type { OrderRows } from './list/use-order-rows.ts'
import type { useSelectedOrders } from './use-selected-orders.ts'
import css from './queue.module.css'

interface MatchingOfferProps {
  listQuery: OrderListQuery
  rows: OrderRows
  selected: ReturnType<typeof useSelectedOrders>
  /** Called when the button disappears with the focus in it. */
  onChosen: () => void
}

/** Compares up to `maxBulkOrders` rows, as many as the head's checkbox selects. */
const isWholePageChosen = (
  { rowAt, rowCount, loadedRows }: OrderRows,
  { isSelected }: MatchingOfferProps['selected'],
) =>
  (loadedRows ?? Array.from({ length: rowCount }, (_, index) => rowAt(index)))
    .slice(0, maxBulkOrders)
    .every((row) => row === undefined || isSelected(row))

/** Offers to select all orders that the list matches, once the loaded rows are selected. Counts them on press. */
export function MatchingOffer({ listQuery, rows, selected, onChosen }: MatchingOfferProps) {
  const client = useQueryClient()
  const [isCounting, setIsCounting] = useState(false)
  const { total = 0, hasMore } = rows
  if (selected.matching || total <= selected.count || !isWholePageChosen(rows, selected)) return null

  const handleChoose = async () => {
    setIsCounting(true)
    try {
      selected.chooseMatching(await countOrders(client, listQuery))
      onChosen()
    } catch (error) {
      showFailure(error)
    } finally {
      setIsCounting(false)
    }
  }
  return (
    <UnstyledButton className={css.offer} disabled={isCounting} onClick={() => void handleChoose()}>
      Select all{!hasMore && ` ${formatCount(total)}`}
      <span className={hasMore ? undefined : css.rest}> that match</span>
    </UnstyledButton>
  )
}
