import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listOutgoing, undoMail, type OutgoingMail } from '#contract/moves.ts'
import { mailKindLabel } from '#web/documents/mail-labels.ts'
import { readOptions, useCall } from '#web/lib/endpoint-hooks.ts'
import { actOfMail, nextToUndo, rememberedActs, type WaitingMail } from '#web/undo/last-acts.ts'
import { bulkCallSettings, tellNothingToUndo, useUndoAct, useUndone } from '#web/undo/use-undo-toast.ts'

/** ms between two reads while the list has mails. */
const rereadMs = 2000

export interface Outgoing extends Omit<OutgoingMail, 'mail_id' | 'order_id' | 'leaves_in'>, WaitingMail {}

const query = readOptions(listOutgoing, {}, { showsFailureInline: true })

const toOutgoing = (
  { mail_id: mailId, order_id: orderId, leaves_in: leavesIn, ...mail }: OutgoingMail,
  readAt: number,
): Outgoing => ({ ...mail, mailId, orderId, title: mailKindLabel(mail), leavesAt: readAt + leavesIn })

/** The mail can be undone before it leaves. */
export const isWaiting = ({ state, is_late: isLate }: Outgoing): boolean => state === 'queued' && !isLate

/** The server's list of what has not left yet, so that it is the same in each tab and after a reload. */
export function useOutgoing(): readonly Outgoing[] {
  const { data, dataUpdatedAt } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data?.data.length ? rereadMs : false),
  })
  return data?.data.map((mail) => toOutgoing(mail, dataUpdatedAt)) ?? []
}

export function useUndoActs() {
  const client = useQueryClient()
  const undoAct = useUndoAct()
  const showUndone = useUndone()
  const { call } = useCall(undoMail, bulkCallSettings)

  const undoByMail = async ({ mailId, title }: WaitingMail) =>
    showUndone(title, await call({ body: { mailId } }))

  return {
    /** By the act of this page, if it was done here. */
    undoMail(mail: WaitingMail) {
      const act = actOfMail(rememberedActs(), mail)
      if (act) undoAct(act)
      else void undoByMail(mail)
    },
    /** The key's act, even after its toast is gone. */
    undoNext() {
      const { data, dataUpdatedAt = 0 } = client.getQueryState(query.queryKey) ?? {}
      const mails = data?.data.map((mail) => toOutgoing(mail, dataUpdatedAt)).filter(isWaiting) ?? []
      const next = nextToUndo(rememberedActs(), mails, Date.now())
      if (next?.act) undoAct(next.act)
      else if (next?.mail) void undoByMail(next.mail)
      else tellNothingToUndo()
    },
  }
}
