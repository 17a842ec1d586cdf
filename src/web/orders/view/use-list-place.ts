import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { listOpenedFrom } from '#web/lib/back-target.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { showToast } from '#web/ui/toast.tsx'
import { blockQuery } from '../queue/list/list-queries.ts'
import { pageRequest, isPaged } from '../queue/list/list-request.ts'
import { findPlace, parseListAddress, readNeighbour } from '../queue/list/list-place.ts'

export type PlaceInListProps = ReturnType<typeof useListPlace>

/**
 * The order's place in the list that it was opened from, as it was then: what is done with the order takes it out of the
 * list. `go` opens the one beside it, at `pathOf`; Back leads to the list all the same.
 */
export function useListPlace(orderId: number, pathOf: (orderId: number) => string = viewOrderPath) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [backTarget] = useState(() => listOpenedFrom(history.state))
  const [list] = useState(() => backTarget && parseListAddress(backTarget))
  const [place, setPlace] = useState(() => list && findPlace(client, list.listQuery, orderId))
  // After a reload nothing is at hand. A search is not repeated for this: the server records each.
  const page = useQuery({
    ...blockQuery(
      list?.listQuery ?? noList,
      list && isPaged(list.view) ? pageRequest(list.view, undefined) : noBlock,
    ),
    enabled: list !== null && place === null && isPaged(list.view) && list.listQuery.searchVal === '',
  })
  const found = list && place === null && page.data ? findPlace(client, list.listQuery, orderId) : null
  if (found) setPlace(found)

  const go = async (step: 1 | -1) => {
    if (!place) return
    const id = await readNeighbour(client, place, step).catch(() => undefined)
    if (id === undefined)
      showToast({
        tone: 'good',
        title: step === 1 ? 'This is the last of the list.' : 'This is the first of the list.',
      })
    else navigate(pathOf(id), { replace: true, state: { backTarget } })
  }
  const handlers = place
    ? { nextOrder: () => void go(1), previousOrder: () => void go(-1) }
    : { nextOrder: undefined, previousOrder: undefined }
  useShortcuts(handlers)
  return { place, ...handlers }
}

/** Of a list that is not there nothing is asked. */
const noList = {
  queue: 'newOrder',
  month: null,
  searchVal: '',
  sort: { by: 'created_at', order: 'desc' },
  filters: {},
} as const
const noBlock = { size: 1, index: 0 }
