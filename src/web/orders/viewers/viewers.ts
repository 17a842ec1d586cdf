import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query'
import type { OrderViewer } from '#contract/viewers.ts'
import { useCurrentMember } from '#web/session/auth.ts'

const viewersKey = ['order viewers']
const nobody: readonly OrderViewer[] = []

/** Replaces all viewers of all orders, as the live stream sends them. */
export const setViewers = (client: QueryClient, viewers: readonly OrderViewer[]): void =>
  void client.setQueryData(viewersKey, viewers)

export function useColleaguesAt(orderId: number): readonly OrderViewer[] {
  const me = useCurrentMember()
  const { data } = useQuery<readonly OrderViewer[]>({
    queryKey: viewersKey,
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
    select: (all) => all.filter((viewer) => viewer.orderId === orderId && viewer.memberId !== me.id),
  })
  return data ?? nobody
}
