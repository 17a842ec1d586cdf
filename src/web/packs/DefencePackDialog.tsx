import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { defencePackDetails, type DefencePack, type DefencePackType } from '#contract/packs.ts'
import { useRead } from '#web/lib/hooks.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import css from './DefencePackDialog.module.css'
import { FactList, PackBlocks } from './PackBlocks.tsx'
import { ReadinessList } from './ReadinessList.tsx'
import { useOpenPdf } from './use-open-pdf.ts'

interface DefencePackDialogProps {
  orderId: number
  type: DefencePackType
  opened: boolean
  onClose: () => void
}

/** Defence Pack 1 or 2: what its PDF holds, and what of it was captured. */
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
    { onPage: true },
  )
  if (data) return <Pack pack={data.data} />
  if (!error) return <Loading />
  return (
    <EmptyState
      kind="failure"
      what={`Defence Pack ${type}`}
      message={error.message}
      requestId={error.requestId}
      onRetry={() => void refetch()}
    />
  )
}

const bars = [420, 300, 360, 280, 340, 250]

function Loading() {
  return (
    <div className={css.loading} aria-busy="true">
      {bars.map((width) => (
        <Skeleton key={width} width={width} height={14} />
      ))}
    </div>
  )
}

const capturedOf = ({ readiness }: DefencePack, letter: string): string => {
  const asked = readiness.filter((item) => item.letter === letter)
  const there = asked.filter(({ captured }) => captured).length
  return asked.length > 0 ? `${there} of ${asked.length} captured` : ''
}

function Pack({ pack }: { pack: DefencePack }) {
  return (
    <>
      <p className={css.claim}>
        “{pack.claim}” · {pack.reason_codes}
      </p>
      <ReadinessList items={pack.readiness} />
      <section className={css.parts} aria-label="Content of the PDF">
        <h3 className={css.heading}>Content of the PDF</h3>
        <Part title="Cover letter">
          {pack.letter.map((paragraph) => (
            <p key={paragraph} className={css.paragraph} dir="auto">
              {paragraph}
            </p>
          ))}
        </Part>
        <Part title="Case facts">
          <FactList facts={pack.case_facts} />
        </Part>
        {pack.exhibits.map((exhibit) => (
          <Part
            key={exhibit.letter}
            letter={exhibit.letter}
            title={exhibit.title}
            end={capturedOf(pack, exhibit.letter)}
          >
            <p className={css.shows}>{exhibit.shows}</p>
            <PackBlocks blocks={exhibit.blocks} orderId={pack.order_id} />
          </Part>
        ))}
      </section>
    </>
  )
}

interface PartProps {
  letter?: string
  title: string
  end?: string
  children: ReactNode
}

/** One part of the pack, closed until it is wanted. */
function Part({ letter, title, end, children }: PartProps) {
  return (
    <details className={css.part}>
      <summary className={css.summary}>
        <Icon name="right" size={12} className={css.chevron} />
        {letter && (
          <span className={css.letter}>
            <span className={css.hidden}>Exhibit </span>
            {letter}
          </span>
        )}
        <span className={css.title}>{title}</span>
        {end && <span className={css.end}>{end}</span>}
      </summary>
      <div className={css.inside}>{children}</div>
    </details>
  )
}
