import { Button, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { emptyDraft, type DraftContent } from '#contract/drafts.ts'
import { answerMessage } from '#contract/messages.ts'
import type { OrderDetails } from '#contract/order-details.ts'
import { replyReadEndpoints } from '#contract/order-reads.ts'
import { fillTemplate, textFor } from '#contract/rules/templates.ts'
import type { Template } from '#contract/templates.ts'
import { DraftNote, OtherText } from '#web/drafts/DraftNote.tsx'
import { useDraft, useDraftedForm } from '#web/drafts/use-draft.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { submitOnCtrlEnter } from '#web/lib/submit-on-ctrl-enter.ts'
import { SendingTags } from '#web/templates/SendingTags.tsx'
import { TemplatesButton } from '#web/templates/TemplatesButton.tsx'
import { useStagedSending } from '#web/templates/use-staged-sending.ts'
import { useTextInsertion } from '#web/templates/use-text-insertion.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { ProviderRow } from './ProviderRow.tsx'
import css from './messages.module.css'

interface AnswerFormProps {
  order: OrderDetails
  /** Id of the newest shown message; later ones stay unhandled. */
  upTo: number | undefined
  onMoved: () => void
  /** The order may have changed since. */
  onRefused: () => void
}

const valuesOf = ({ text, moveTo }: DraftContent) => ({ text, updatingStatus: moveTo ?? undefined })

export function AnswerForm({ order, upTo, onMoved, onRefused }: AnswerFormProps) {
  const { order_id: orderId, process_status: status, email } = order
  const { draft, view } = useDraft({ orderId, kind: 'answer', drafts: order.drafts })
  const { extraValues, ...sending } = useStagedSending({ order, draft, view, onMoved, onRefused })
  const { field, values, setValue, onSubmit, busy } = useContractForm(answerMessage, {
    initialValues: { orderId, ...valuesOf(view.content), mailServiceProvider: undefined },
    extraValues: { upTo, ...extraValues },
    refreshes: replyReadEndpoints,
    ...sending,
  })
  const { text, updatingStatus } = values
  useDraftedForm({
    draft,
    view,
    content: { ...emptyDraft, text, moveTo: updatingStatus || null },
    setContent: (content) => {
      const next = valuesOf(content)
      setValue('text', next.text)
      setValue('updatingStatus', next.updatingStatus)
    },
  })

  const box = useRef<HTMLTextAreaElement>(null)
  const insertion = useTextInsertion({ box, text, setText: (next) => setValue('text', next) })
  const insert = ({ texts, move_to: moveTo }: Template) => {
    const chosen = textFor(texts, order.language)
    insertion.insert(fillTemplate(chosen.text, order, chosen.language))
    if (moveTo) setValue('updatingStatus', moveTo)
  }

  return (
    <form className={`stack gap-8 ${css.answer}`} onSubmit={onSubmit} noValidate>
      <div className="row spread gap-10">
        <span className={css.to}>
          <span>
            Mail to <ExternalText>{email}</ExternalText>
          </span>
        </span>
        <TemplatesButton
          purpose="answer"
          language={order.language}
          onChoose={insert}
          onClose={() => box.current?.focus()}
        />
      </div>
      <Textarea
        ref={box}
        aria-label="Answer"
        aria-keyshortcuts="Control+Enter"
        placeholder="Your answer to the customer"
        classNames={{ input: css.box }}
        rows={3}
        resize="vertical"
        dir="auto"
        readOnly={busy}
        onKeyDown={submitOnCtrlEnter}
        {...field('text')}
        onBlur={() => void draft.save()}
      />
      <SendingTags
        text={text}
        move={{
          to: updatingStatus || undefined,
          status,
          onDrop: () => setValue('updatingStatus', undefined),
        }}
        onGap={insertion.goToGap}
      />
      <OtherText view={view} draft={draft} />
      <DraftNote view={view} />
      <ProviderRow
        value={values.mailServiceProvider}
        onChange={(chosen) => setValue('mailServiceProvider', chosen)}
        disabled={busy}
      >
        <Button
          type="submit"
          leftSection={<Icon name="send" />}
          title="Key: Ctrl + Enter"
          aria-disabled={busy}
          // The second click of a double click would submit the emptied form.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          Send answer
        </Button>
      </ProviderRow>
    </form>
  )
}
