import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { defencePackDetails, type DefencePack, type DefencePackType } from '#contract/packs.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import css from './packs.module.css'
import { BlockTable, FactList, PackBlocks } from './PackBlocks.tsx'
import { ReadinessList } from './ReadinessList.tsx'
import { useOpenPdf } from './use-open-pdf.ts'

interface DefencePackDialogProps {
  orderId: number
  type: DefencePackType
  opened: boolean
  onClose: () => void
}

/** Defence Pack 1 or 2: the contents of its PDF and its readiness. */
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
  return (
    <EmptyState
      kind="failure"
      subject={`Defence Pack ${type}`}
      message={error.message}
      requestId={error.requestId}
      onRetry={() => void refetch()}
    />
  )
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
  const capturedCount = items.filter(({ captured }) => captured).length
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

/** A collapsible section of the pack. */
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
