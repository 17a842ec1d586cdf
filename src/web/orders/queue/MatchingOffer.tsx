import { UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showFailure } from '#web/lib/show-failure.ts'
import { formatCount } from '#web/ui/format-count.ts'
import { countOrders } from './list/list-queries.ts'
import type { OrderListQuery } from './list/list-request.ts'
import type { OrderRows } from './list/use-order-rows.ts'
import type { useSelectedOrders } from './use-selected-orders.ts'
import css from './MatchingOffer.module.css'

interface MatchingOfferProps {
  listQuery: OrderListQuery
  rows: OrderRows
  selected: ReturnType<typeof useSelectedOrders>
}

const isWholePageChosen = (
  { rowAt, rowCount, loadedRows }: OrderRows,
  selected: MatchingOfferProps['selected'],
) =>
  (loadedRows ?? Array.from({ length: rowCount }, (_, index) => rowAt(index))).every(
    (row) => row === undefined || selected.isSelected(row),
  )

/** Once the rows that are there are chosen: chooses all others that the list matches, counted as it is pressed. */
export function MatchingOffer({ listQuery, rows, selected }: MatchingOfferProps) {
  const client = useQueryClient()
  const [isCounting, setIsCounting] = useState(false)
  const { total = 0, hasMore } = rows
  if (selected.matching || total <= selected.count || !isWholePageChosen(rows, selected)) return null

  const handleChoose = async () => {
    setIsCounting(true)
    try {
      selected.chooseMatching(await countOrders(client, listQuery))
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
