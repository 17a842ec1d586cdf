import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listMailProblems } from '#contract/mail-problems.ts'
import { listOpenMessages } from '#contract/messages.ts'
import { folderCounts, urgencyCounts } from '#contract/orders.ts'
import { listRequests } from '#contract/privacy-list.ts'
import { listProposals } from '#contract/proposals.ts'
import { countedQueueNames, type CountedQueueName } from '#contract/rules/queues.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import { listViews } from '#contract/views.ts'
import { refresh } from '#web/lib/endpoint-hooks.ts'
import { useMailProblemCount } from '#web/mail-problems/mail-problem-count.ts'
import { useOpenReplies } from '#web/messages/open-replies.ts'
import { useLateAndSoonCount } from '#web/orders/late-and-soon.ts'
import { useFolderCounts } from '#web/orders/use-folder-counts.ts'
import { useOpenRequests } from '#web/privacy/open-requests.ts'
import { useProposalCount } from '#web/proposals/proposal-count.ts'
import { useCurrentMember } from '#web/session/auth.ts'

type ListCount = 'openReplies' | 'openRequests' | 'mailProblems' | 'proposals' | 'lateAndSoon'
/** Orders of a queue, or open entries of another list. */
export type CountSource = CountedQueueName | ListCount

export function useMenuCounts(): (source: CountSource) => number | undefined {
  const me = useCurrentMember()
  const countOf = useFolderCounts()
  const counts: Record<ListCount, number | undefined> = {
    openReplies: useOpenReplies(),
    openRequests: useOpenRequests(me.can('managePrivacy')),
    mailProblems: useMailProblemCount(),
    proposals: useProposalCount(),
    lateAndSoon: useLateAndSoonCount(),
  }
  return (source) => (isOneOf(countedQueueNames, source) ? countOf(source) : counts[source])
}

/** Refetches the counts on every path change (spec §2); needs a key per path. */
export function CountsRefresher() {
  const client = useQueryClient()
  useEffect(
    () =>
      void refresh(client, [
        folderCounts,
        urgencyCounts,
        listViews,
        listMailProblems,
        listProposals,
        listOpenMessages,
        listRequests,
      ]),
    [client],
  )
  return null
}
