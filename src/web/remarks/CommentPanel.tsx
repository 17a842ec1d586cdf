import { Button, Checkbox, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { type DraftContent, emptyDraft } from '#contract/drafts.ts'
import { getOrder, type OrderDetails } from '#contract/order-details.ts'
import { addRemark } from '#contract/remarks.ts'
import { remarkFlagNames, remarkFlags, type RemarkFlag } from '#contract/rules/remark-flags.ts'
import { fillTemplate } from '#contract/rules/templates.ts'
import type { Template } from '#contract/templates.ts'
import { DraftNote, OtherText } from '#web/drafts/DraftNote.tsx'
import { useDraft, useDraftedForm } from '#web/drafts/use-draft.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { submitOnCtrlEnter } from '#web/lib/submit-on-ctrl-enter.ts'
import { useKeyProps } from '#web/lib/own-keys.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { SendingTags } from '#web/templates/SendingTags.tsx'
import { TemplatesButton } from '#web/templates/TemplatesButton.tsx'
import { useStagedSending } from '#web/templates/use-staged-sending.ts'
import { useTextInsertion } from '#web/templates/use-text-insertion.ts'
import { Card } from '#web/ui/Card.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import type { StagedTarget } from '#contract/rules/staged-moves.ts'
import { recordOf } from '#contract/rules/typed-keys.ts'
import css from './remarks.module.css'

interface CommentPanelProps {
  order: OrderDetails
  onMoved: () => void
  /** The order may have changed since. */
  onRefused: () => void
}

export function CommentPanel({ order, onMoved, onRefused }: CommentPanelProps) {
  const { order_id: orderId, process_status: status } = order
  const { draft, view } = useDraft({ orderId, kind: 'remark', drafts: order.drafts })
  const { extraValues, ...sending } = useStagedSending({ order, draft, view, onMoved, onRefused })
  const { field, values, setValue, onSubmit, busy } = useContractForm(addRemark, {
    initialValues: { orderId, ...valuesOf(view.content) },
    extraValues,
    refreshes: [getOrder],
    ...sending,
  })
  const { remark, updatingStatus } = values
  const setContent = (content: DraftContent) => {
    const next = valuesOf(content)
    setValue('remark', next.remark)
    setValue('updatingStatus', next.updatingStatus)
    for (const flag of remarkFlagNames) setValue(flag, next[flag])
  }
  useDraftedForm({
    draft,
    view,
    content: contentOf(values),
    setContent,
  })

  const box = useRef<HTMLTextAreaElement>(null)
  const focusBox = () => box.current?.focus()
  useShortcuts({ comment: focusBox })
  const insertion = useTextInsertion({ box, text: remark, setText: (text) => setValue('remark', text) })
  const insert = ({ texts, move_to: moveTo, flags }: Template) => {
    insertion.insert(fillTemplate(texts.en, order, 'en'))
    if (moveTo) setValue('updatingStatus', moveTo)
    for (const flag of flags) setValue(flag, true)
  }

  const keyProps = useKeyProps()

  return (
    <Card
      title="Add Comment Below"
      id="comment"
      end={
        <TemplatesButton
          purpose="remark"
          language={null}
          shortcut="templates"
          onChoose={insert}
          onClose={focusBox}
        />
      }
    >
      <form onSubmit={onSubmit} noValidate>
        <Textarea
          ref={box}
          aria-label="Remark"
          {...keyProps('comment')}
          placeholder="What was said, what is still missing"
          classNames={{ input: css.box }}
          rows={3}
          resize="vertical"
          readOnly={busy}
          onKeyDown={submitOnCtrlEnter}
          {...field('remark')}
          onBlur={() => void draft.save()}
        />
        <SendingTags
          text={remark}
          move={{
            to: updatingStatus || undefined,
            status,
            onDrop: () => setValue('updatingStatus', undefined),
          }}
          onGap={insertion.goToGap}
        />
        <fieldset className={`flex wrap shrinkable ${css.flags}`} aria-label="Flags">
          {remarkFlags.map(({ sent, label }) => (
            <Checkbox
              key={sent}
              classNames={{ label: css.flag }}
              label={label}
              {...field(sent, 'checkbox')}
            />
          ))}
        </fieldset>
        <OtherText view={view} draft={draft} />
        <div className="row wrap gap-10">
          <DraftNote view={view} />
          <Button type="submit" className={css.end} loading={busy}>
            Add Comment <Kbd>Ctrl ↵</Kbd>
          </Button>
        </div>
      </form>
    </Card>
  )
}

const valuesOf = ({ text, flags, moveTo }: DraftContent) => ({
  remark: text,
  ...recordOf(remarkFlagNames, (flag) => flags.includes(flag)),
  updatingStatus: moveTo ?? undefined,
})

interface CommentValues extends Partial<Record<RemarkFlag, unknown>> {
  remark: string
  updatingStatus?: StagedTarget | '' | undefined
}

const contentOf = ({ remark, updatingStatus, ...flags }: CommentValues): DraftContent => ({
  ...emptyDraft,
  text: remark,
  flags: remarkFlagNames.filter((flag) => flags[flag]),
  moveTo: updatingStatus || null,
})
