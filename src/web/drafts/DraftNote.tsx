import { Button } from '@mantine/core'
import { IconButton } from '#web/ui/IconButton.tsx'
import css from './drafts.module.css'
import type { DraftView, PageDraft } from './draft.ts'

const noteOf = ({ state, reason }: DraftView): string => {
  if (state === 'unreachable') return `Not kept yet: ${reason}`
  if (state === 'refused') return `Not kept: ${reason}`
  return state === 'kept' ? 'Kept' : 'Kept as you type'
}

export function DraftNote({ view }: { view: DraftView }) {
  const isFailing = view.state === 'unreachable' || view.state === 'refused'
  return (
    <span
      className={`faint tiny ${css.note}`}
      data-failing={isFailing || undefined}
      role={isFailing ? 'alert' : undefined}
    >
      {noteOf(view)}
    </span>
  )
}

/** Offers the text that this page has replaced. */
export function OtherText({ view, draft }: { view: DraftView; draft: PageDraft }) {
  if (view.other === '') return null
  return (
    <output className={`row gap-6 small ${css.other}`}>
      <span className="grow">
        Your other text: <q className={`break-words ${css.text}`}>{view.other}</q>
      </span>
      <Button size="xs" onClick={() => void draft.restoreOther()}>
        Restore the other text
      </Button>
      <IconButton icon="close" label="Let the other text go" onClick={draft.dropOther} />
    </output>
  )
}
