import { SegmentedControl, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { emptyDraft, isEmptyDraft, type DraftContent } from '#contract/drafts.ts'
import type { OrderDetails } from '#contract/order-details.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import { askCustomer, previewQuestion } from '#contract/questions.ts'
import { maxAskedFields, questionDays } from '#contract/rules/question-limits.ts'
import { fillTemplate, textFor } from '#contract/rules/templates.ts'
import type { Template } from '#contract/templates.ts'
import { DraftNote, OtherText } from '#web/drafts/DraftNote.tsx'
import { useDraft, useDraftedForm } from '#web/drafts/use-draft.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { submitOnCtrlEnter } from '#web/lib/submit-on-ctrl-enter.ts'
import { SendingTags } from '#web/templates/SendingTags.tsx'
import { TemplatesButton } from '#web/templates/TemplatesButton.tsx'
import { useTextInsertion } from '#web/templates/use-text-insertion.ts'
import { useKeepsMails } from '#web/messages/providers.ts'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import { useUndoToast } from '#web/undo/use-undo-toast.ts'
import type { Input } from '#contract/endpoint.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { MailView } from '#web/ui/MailView.tsx'
import { answerDueAt } from '#contract/rules/answer-due.ts'
import { estTimestamp } from '#contract/rules/dates.ts'
import { languages, matchLanguage } from '#contract/rules/languages.ts'
import { useNow } from '#web/lib/use-now.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { FactLines } from '#web/ui/FactLines.tsx'
import { isAskableField } from './askable-fields.ts'
import css from './questions.module.css'
import { FieldChoice } from './FieldChoice.tsx'

export interface ProposedQuestion {
  fields: readonly string[]
  /** Added to the fields of a draft; otherwise used only without a draft. */
  isAdded: boolean
}

interface AskCustomerDialogProps {
  order: OrderDetails
  proposed: ProposedQuestion
  opened: boolean
  onClose: () => void
}

/** Ask the customer: fields, text and due date; reported with Undo (product §12). */
export function AskCustomerDialog({ order, proposed, opened, onClose }: AskCustomerDialogProps) {
  return (
    <FormDialog title="Ask the customer" size="wide" submitLabel="Send" opened={opened} onClose={onClose}>
      <AskForm order={order} proposed={proposed} onDone={onClose} />
    </FormDialog>
  )
}

/** The initial fields: those of the draft and the proposed ones. */
function fieldsToBegin(order: OrderDetails, begun: DraftContent, { fields, isAdded }: ProposedQuestion) {
  const isBegun = !isEmptyDraft(begun)
  const keys = [...(isBegun ? begun.fields : []), ...(isAdded || !isBegun ? fields : [])]
  return [...new Set(keys)].filter((key) => isAskableField(order, key)).slice(0, maxAskedFields)
}

/** Fields are stored only with a text. */
const contentOf = ({ fields, text }: { fields: string[]; text: string }): DraftContent =>
  text === '' ? emptyDraft : { ...emptyDraft, text, fields }

const tabs = ['Question', 'Preview'] as const
type Tab = (typeof tabs)[number]

interface AskFormProps {
  order: OrderDetails
  proposed: ProposedQuestion
  onDone: () => void
}

/** Mounted only while the dialog is open; the question stays a draft until it is sent. */
function AskForm({ order, proposed, onDone }: AskFormProps) {
  const { order_id: orderId } = order
  const [tab, setTab] = useState<Tab>('Question')
  const { draft, view } = useDraft({ orderId, kind: 'question', drafts: order.drafts })
  const showSuccess = useUndoToast()
  const keepsMails = useKeepsMails()
  const { field, values, setValue, errorOf, onSubmit, busy } = useContractForm(askCustomer, {
    initialValues: { orderId, fields: fieldsToBegin(order, view.content, proposed), text: view.content.text },
    extraValues: { draft: view.revision ?? undefined },
    refreshes: orderReadEndpoints,
    onSend: () => draft.beginSending(view.revision),
    onRefused: () => draft.endSending(false),
    onDone: ({ message, data: { undo, secondsToMail } }) => {
      draft.endSending(true)
      onDone()
      showSuccess({
        title: message,
        text: keepsMails
          ? `The mail to ${order.email} is kept here in ${secondsToMail} s, not sent.`
          : `The mail to ${order.email} leaves in ${secondsToMail} s.`,
        undo,
        mailedOrders: [orderId],
      })
    },
  })
  const { fields, text } = values
  useDraftedForm({
    draft,
    view,
    content: contentOf(values),
    setContent: (content) => {
      setValue('text', content.text)
      setValue('fields', content.fields)
    },
  })

  const box = useRef<HTMLTextAreaElement>(null)
  const insertion = useTextInsertion({ box, text, setText: (next) => setValue('text', next) })
  const insert = ({ texts }: Template) => {
    const chosen = textFor(texts, order.language)
    insertion.insert(fillTemplate(chosen.text, order, chosen.language))
  }

  return (
    <DialogForm onSubmit={onSubmit}>
      <SegmentedControl<Tab>
        aria-label="Show"
        size="xs"
        className={css.tabs}
        data={[...tabs]}
        value={tab}
        onChange={setTab}
      />
      {tab === 'Preview' ? (
        <QuestionPreview question={{ orderId, fields, text }} />
      ) : (
        <div className={css.columns}>
          <FieldChoice
            order={order}
            chosen={fields}
            onChange={(chosen) => setValue('fields', chosen)}
            error={errorOf('fields')}
            isReadOnly={busy}
          />
          <div className={css.text}>
            <div className={css.box}>
              <Textarea
                ref={box}
                label="Text to the customer"
                description="It stands in the mail as you write it; Ctrl + Enter sends"
                rows={6}
                resize="vertical"
                dir="auto"
                readOnly={busy}
                onKeyDown={submitOnCtrlEnter}
                {...field('text')}
                onBlur={() => void draft.save()}
              />
              <div className={css.templates}>
                <TemplatesButton
                  purpose="question"
                  language={order.language}
                  onChoose={insert}
                  onClose={() => box.current?.focus()}
                />
              </div>
            </div>
            <SendingTags text={text} onGap={insertion.goToGap} />
            <OtherText view={view} draft={draft} />
            <DraftNote view={view} />
            <QuestionFacts order={order} />
          </div>
        </div>
      )}
    </DialogForm>
  )
}

/** Read once for each wording, since each view is recorded. */
function QuestionPreview({ question }: { question: Input<typeof previewQuestion>['body'] }) {
  const read = useRead(previewQuestion, { body: question }, { showsFailureInline: true, staleTime: Infinity })
  return <MailView read={read} isPreview />
}

const dayMs = 24 * 60 * 60_000

function QuestionFacts({ order }: { order: OrderDetails }) {
  const askedAt = new Date(useNow())
  const until = new Date(askedAt.getTime() + questionDays * dayMs)
  const due = answerDueAt(order.travel_date, { askedAt, until })
  const language = languages[matchLanguage(order.language) ?? 'en'].english
  const recipient = (
    <>
      <ExternalText>{order.email}</ExternalText>, in {language}
    </>
  )
  return (
    <FactLines
      lines={[
        { label: 'Mail to', value: recipient },
        { label: 'By when', value: dueText(order.travel_date, due) },
        { label: 'Link until', value: estTimestamp(until) },
      ]}
    />
  )
}

function dueText(travelDate: string | null, due: Date | null): string {
  if (travelDate === null) return 'not told: the travel date is not known'
  return due ? estTimestamp(due) : 'as soon as possible: travel is near'
}
