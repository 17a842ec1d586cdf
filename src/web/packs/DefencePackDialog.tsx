import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import {
  defencePackDetails,
  type DefencePack,
  type DefencePackType,
  type Readiness,
  defencePackPdf,
} from '#contract/packs.ts'
import { useRead, refresh } from '#web/lib/endpoint-hooks.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { getOrder } from '#contract/order-details.ts'
import { callForFile } from '#web/lib/client.ts'
import { showFailure } from '#web/lib/show-failure.ts'
import { failureProps } from '#web/lib/failure-props.ts'
import { showToast } from '#web/ui/toast.tsx'
import css from './packs.module.css'
import { BlockTable, FactList, PackBlocks } from './PackBlocks.tsx'

interface DefencePackDialogProps {
  orderId: number
  type: DefencePackType
  opened: boolean
  onClose: () => void
}

/** Defence Pack 1 or 2: its readiness and the contents of its PDF. */
export function DefencePackDialog({ orderId, type, opened, onClose }: DefencePackDialogProps) {
  const { open, busy } = useOpenPdf(orderId, type)
  return (
    <Dialog
      title={`Defence Pack ${type}`}
      size="wide"
      opened={opened}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="filled"
            leftSection={<Icon name="file" />}
            aria-disabled={busy}
            data-autofocus
            onClick={() => {
              if (!busy) void open()
            }}
          >
            Open PDF
          </Button>
        </>
      }
    >
      <div className={css.scroll}>
        <PackContent orderId={orderId} type={type} />
      </div>
    </Dialog>
  )
}

function PackContent({ orderId, type }: { orderId: number; type: DefencePackType }) {
  const { data, error, refetch } = useRead(
    defencePackDetails,
    { body: { orderId, defencePackType: type } },
    { showsFailureInline: true },
  )
  if (data) return <PackDetails pack={data.data} />
  if (!error) return <PackSkeleton />
  return <EmptyState kind="failure" subject={`Defence Pack ${type}`} {...failureProps(error, refetch)} />
}

const skeletonWidths = [420, 300, 360, 280, 340, 250]

function PackSkeleton() {
  return (
    <div className={`stack gap-12 ${css.loading}`} aria-busy="true">
      {skeletonWidths.map((width) => (
        <Skeleton key={width} width={width} height={14} />
      ))}
    </div>
  )
}

const capturedText = ({ readiness }: DefencePack, letter: string): string => {
  const items = readiness.filter((item) => item.letter === letter)
  const capturedCount = items.filter(({ state }) => state === 'captured').length
  return items.length > 0 ? `${capturedCount} of ${items.length} captured` : ''
}

const timelineTable = ({ timeline }: DefencePack) => ({
  title: 'Time line',
  columns: ['When (EST)', 'What happened', 'Exhibit'].map((title) => ({ title, share: 1 })),
  rows: timeline.map(({ at, what, letter }) => [at, what, letter || null]),
})

function PackDetails({ pack }: { pack: DefencePack }) {
  return (
    <>
      <p className={`muted small tight ${css.claim}`}>
        “{pack.claim}” · {pack.reason_codes}
      </p>
      <ReadinessList items={pack.readiness} />
      <section className={css.parts} aria-label="Content of the PDF">
        <h3 className={`strong ${css.heading}`}>Content of the PDF</h3>
        <PackSection title="Answer">
          {[...pack.letter, ...pack.notes].map((paragraph) => (
            <p key={paragraph} className={`small ${css.paragraph}`} dir="auto">
              {paragraph}
            </p>
          ))}
        </PackSection>
        <PackSection title="Time line">
          <BlockTable block={timelineTable(pack)} />
        </PackSection>
        <PackSection title="Case facts">
          <FactList facts={pack.case_facts} />
        </PackSection>
        {pack.exhibits.map((exhibit) => (
          <PackSection
            key={exhibit.letter}
            letter={exhibit.letter}
            title={exhibit.title}
            end={capturedText(pack, exhibit.letter)}
          >
            <p className={`faint small tight ${css.shows}`}>{exhibit.shows}</p>
            <PackBlocks blocks={exhibit.blocks} orderId={pack.order_id} />
          </PackSection>
        ))}
      </section>
    </>
  )
}

interface PackSectionProps {
  letter?: string
  title: string
  end?: string
  children: ReactNode
}

function PackSection({ letter, title, end, children }: PackSectionProps) {
  return (
    <details className={`ruled ${css.part}`}>
      <summary className={`flex gap-10 small tight ${css.summary}`}>
        <Icon name="right" size={12} className={`rigid faint ${css.chevron}`} />
        {letter && (
          <span className={`rigid strong ${css.letter}`}>
            <span className={`nowrap ${css.hidden}`}>Exhibit </span>
            {letter}
          </span>
        )}
        <span className={`medium ${css.title}`}>{title}</span>
        {end && <span className="faint tiny">{end}</span>}
      </summary>
      <div className={css.inside}>{children}</div>
    </details>
  )
}

/** Missing items come first, with how to obtain them. */
function ReadinessList({ items }: { items: readonly Readiness[] }) {
  const capturedItems = items.filter(({ state }) => state === 'captured')
  return (
    <section aria-label="Readiness">
      <h3 className={`strong ${css.listHeading}`}>
        {capturedItems.length} of {items.length} items captured
      </h3>
      <OpenItems items={items} state="missing" title="Missing" />
      <OpenItems items={items} state="cannot be shown" title="Cannot be shown" />
      {capturedItems.length > 0 && <h4 className={`faint tiny medium ${css.kind}`}>Captured</h4>}
      {capturedItems.length > 0 && (
        <ul className={`stack small tight ${css.there}`} aria-label="Captured">
          {capturedItems.map(({ label }) => (
            <li key={label} className={`stack gap-8 ${css.item}`}>
              <Icon name="ok" size={14} className={css.done} />
              {label}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface OpenItemsProps {
  items: readonly Readiness[]
  state: Readiness['state']
  title: string
}

function OpenItems({ items, state, title }: OpenItemsProps) {
  const open = items.filter((item) => item.state === state)
  if (open.length === 0) return null
  return (
    <>
      <h4 className={`faint tiny medium ${css.kind}`}>{title}</h4>
      <ul className={`stack small tight ${css.missing}`} aria-label={title}>
        {open.map(({ label, note, letter }) => (
          <li key={label} className={`stack gap-8 ${css.item}`}>
            <Icon name="alert" size={14} className={css.open} />
            <span>
              <strong className="medium">{label}</strong>
              <span className="muted">
                {' '}
                {note}
                {letter && ` Exhibit ${letter}.`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function showWaitingText(pdfWindow: Window, title: string) {
  pdfWindow.document.title = title
  pdfWindow.document.body.textContent = `${title} is being made…`
}

/** Opens the window before the PDF is loaded, since browsers block a window that is opened long after the click. */
function useOpenPdf(orderId: number, type: DefencePackType) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  const open = async () => {
    const pdfWindow = window.open('', '_blank')
    if (!pdfWindow) {
      showToast({ tone: 'bad', title: 'The browser did not open a window. Allow pop-ups for this site.' })
      return
    }
    showWaitingText(pdfWindow, `Defence Pack ${type}, order ${orderId}`)
    setBusy(true)
    try {
      const file = await callForFile(defencePackPdf, { body: { orderId, defencePackType: type } })
      pdfWindow.location.replace(URL.createObjectURL(file))
      // The history has a new event.
      void refresh(client, [getOrder])
    } catch (error) {
      pdfWindow.close()
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { open, busy }
}
