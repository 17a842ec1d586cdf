import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { dismissProposal, listProposals, type Proposal } from '#contract/proposals.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import { rememberBackTarget } from '#web/lib/back-target.ts'
import { refresh, useCall, useRead } from '#web/lib/endpoint-hooks.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { Kbd } from '#web/ui/Kbd.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useSendProposals } from '#web/proposed-document/use-send-proposals.ts'
import { uploadAccept } from '#contract/documents.ts'
import { useLatestCallback } from '#web/lib/use-latest-callback.ts'
import { failureProps } from '#web/lib/failure-props.ts'
import { useMatching, matchDroppedFiles } from './matching.ts'
import { ProposalDetails } from './ProposalDetails.tsx'
import { ProposalGroup } from './ProposalGroup.tsx'
import css from './proposals.module.css'
import { useChoices } from './use-choices.ts'
import { focusRow, moveFocus } from './row-focus.ts'

const heading = 'Documents proposed'
/** The limit of one call. */
const shownAtOnce = 100

const isDoubtful = ({ certain }: Proposal) => !certain
const contradictionsOf = ({ candidates: [first] }: Proposal) => first?.contradicts.length ?? 0

/** `/admin/proposals`: proposed documents with their orders. Certain ones are selected; Enter sends. */
export function ProposalsPage() {
  const client = useQueryClient()
  const list = useRef<HTMLDivElement>(null)
  const { data, error, refetch, isPending } = useRead(
    listProposals,
    { query: { page: 1, limit: shownAtOnce } },
    { showsFailureInline: true },
  )
  const proposals = data?.data ?? []
  const choices = useChoices(proposals)
  const { send, busy } = useSendProposals()
  const dismiss = useCall(dismissProposal, { refreshes: [listProposals, ...orderReadEndpoints] })
  const [currentId, setCurrentId] = useState<number>()
  const matching = useMatching()
  useEffect(() => rememberBackTarget({ href: location.pathname, label: heading }), [])

  const doubtful = proposals
    .filter(isDoubtful)
    .toSorted((a, b) => contradictionsOf(b) - contradictionsOf(a) || b.id - a.id)
  const certain = proposals.filter(({ certain: isCertain }) => isCertain)
  const shown = [...doubtful, ...certain]
  const current = shown.find(({ id }) => id === currentId) ?? shown[0]
  const { chosen } = choices

  const sendChosen = async () => {
    if (busy || chosen.length === 0) return
    const items = chosen.flatMap((proposal) => {
      const order = choices.targetOf(proposal)
      return order ? [{ proposal, order }] : []
    })
    const sent = new Set(chosen.map(({ id }) => id))
    const next = shown.find(({ id }) => !sent.has(id))
    if ((await send(items)) && list.current) focusRow(list.current, next?.id)
  }
  const setDismissed = async (proposal: Proposal, dismissed: boolean) => {
    const answer = await dismiss.call({ body: { id: proposal.id, dismissed } })
    if (answer)
      showToast({
        tone: 'good',
        title: answer.message,
        text: proposal.file.name,
        onUndo: dismissed ? () => void setDismissed(proposal, false) : undefined,
      })
  }
  const dismissCurrent = async (proposal: Proposal) => {
    const at = shown.indexOf(proposal)
    const next = shown[at + 1] ?? shown[at - 1]
    await setDismissed(proposal, true)
    if (list.current) focusRow(list.current, next?.id)
  }
  useShortcuts({ dismissProposal: current ? () => void dismissCurrent(current) : undefined })
  useRowKeys(list, { onCurrent: setCurrentId, onSend: () => void sendChosen() })
  // The focus starts at the first row that needs a decision.
  const isLoaded = data !== undefined
  useEffect(() => {
    if (isLoaded && list.current && document.activeElement === document.body)
      focusRow(list.current, undefined)
  }, [isLoaded, list])

  const groupProps = { choices, currentId: current?.id, list }
  return (
    <>
      <div className={`flex wrap ${css.heading}`}>
        <PageHeading
          count={data && formatCount(data.count)}
          main={
            <>
              <Button
                variant="filled"
                aria-disabled={busy || chosen.length === 0}
                aria-keyshortcuts="Enter"
                onClick={() => void sendChosen()}
              >
                Send {formatCount(chosen.length)} <Kbd>↵</Kbd>
              </Button>
              <ChooseFilesButton />
            </>
          }
        >
          {heading}
        </PageHeading>
        <div className={`faint small ${css.note}`}>
          {matching ? (
            <ProgressBar
              label={`Reading ${formatCount(matching.total)} ${matching.total === 1 ? 'file' : 'files'}`}
              value={matching.done / matching.total}
            />
          ) : (
            'Kept 24 hours; a mail waits 10 s'
          )}
        </div>
      </div>
      <div className={`stack ruled ${css.split}`} data-alone={current === undefined || undefined}>
        <div ref={list} className={css.list}>
          {error && !data ? (
            <EmptyState kind="failure" subject="The documents" {...failureProps(error, refetch)} />
          ) : (
            !isPending &&
            shown.length === 0 && (
              <EmptyState
                kind="table"
                hint="Official mails come here by themselves; files can be dropped anywhere."
              />
            )
          )}
          <ProposalGroup
            {...groupProps}
            title="To decide"
            hint="never sent with the others"
            proposals={doubtful}
          />
          <ProposalGroup
            {...groupProps}
            title="Certain"
            hint="two identifiers agree, none contradicts, no other order fits"
            proposals={certain}
          />
          {data && data.count > shown.length && (
            <p className={`faint small ${css.more}`}>
              {formatCount(data.count - shown.length)} more come when these are sent.{' '}
              <Button size="xs" onClick={() => void refresh(client, [listProposals])}>
                Look again
              </Button>
            </p>
          )}
        </div>
        {current && (
          <ProposalDetails
            proposal={current}
            order={choices.targetOf(current)}
            onDismiss={() => void dismissCurrent(current)}
          />
        )}
      </div>
    </>
  )
}

function ChooseFilesButton() {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button onClick={() => input.current?.click()}>Drop or choose PDFs</Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={uploadAccept}
        aria-label="Documents"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          if (files.length > 0) void matchDroppedFiles(client, files)
        }}
      />
    </>
  )
}

interface RowHandlers {
  onCurrent: (id: number) => void
  onSend: () => void
}

/** Keys of the list, only on checkboxes: Enter in a field sends nothing. */
function useRowKeys(list: RefObject<HTMLElement | null>, { onCurrent, onSend }: RowHandlers): void {
  const tellCurrent = useLatestCallback(onCurrent)
  const send = useLatestCallback(onSend)
  const focusedBox = () => {
    const { activeElement: box } = document
    return box instanceof HTMLInputElement && box.type === 'checkbox' && list.current?.contains(box)
      ? box
      : null
  }
  const step = (by: 1 | -1) => {
    const box = focusedBox()
    if (list.current && box) moveFocus(list.current, box, by)
  }
  useShortcuts({ nextRow: () => step(1), previousRow: () => step(-1) }, () => focusedBox() !== null)
  useEffect(() => {
    const root = list.current
    if (!root) return
    const handleCurrent = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-proposal]') : null
      if (row) tellCurrent(Number(row.dataset['proposal']))
    }
    const handleKey = (event: KeyboardEvent) => {
      const { target, key, repeat } = event
      if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox') return
      if (key === 'Enter') {
        event.preventDefault()
        if (!repeat) send()
      }
      const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : null
      if (by === null) return
      event.preventDefault()
      moveFocus(root, target, by)
    }
    root.addEventListener('focusin', handleCurrent)
    root.addEventListener('pointerdown', handleCurrent)
    root.addEventListener('keydown', handleKey)
    return () => {
      root.removeEventListener('focusin', handleCurrent)
      root.removeEventListener('pointerdown', handleCurrent)
      root.removeEventListener('keydown', handleKey)
    }
  }, [list, tellCurrent, send])
}
