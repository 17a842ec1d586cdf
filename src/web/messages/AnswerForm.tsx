import { Button, Textarea } from '@mantine/core'
import { useEffect } from 'react'
import { answerMessage } from '#contract/messages.ts'
import { createDrafts } from '#web/lib/drafts.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { submitOnCtrlEnter } from '#web/lib/submit-on-ctrl-enter.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { replyReadEndpoints } from '#contract/order-reads.ts'
import { ProviderRow } from './ProviderRow.tsx'
import css from './Messages.module.css'

const drafts = createDrafts()

interface AnswerFormProps {
  orderId: number
  /** The customer's address, the recipient. */
  email: string
  /** Id of the newest shown message; later ones stay open. */
  upTo: number | undefined
}

/** A form for an answer to the customer; the draft is kept until the server has accepted it. */
export function AnswerForm({ orderId, email, upTo }: AnswerFormProps) {
  const { field, values, setValue, onSubmit, busy } = useContractForm(answerMessage, {
    initialValues: { orderId, text: drafts.get(orderId), mailServiceProvider: undefined },
    extraValues: { upTo },
    refreshes: replyReadEndpoints,
    onDone: ({ message }) => {
      setValue('text', '')
      showToast({ tone: 'good', title: message })
    },
  })

  useEffect(() => drafts.set(orderId, values.text), [orderId, values.text])

  return (
    <form className={css.answer} onSubmit={onSubmit} noValidate>
      <p className={css.to}>
        <span>
          Mail to <bdi>{email}</bdi>
        </span>
        <span className={css.hint}>Ctrl + Enter sends</span>
      </p>
      <Textarea
        aria-label="Answer"
        placeholder="Your answer to the customer"
        rows={3}
        resize="vertical"
        dir="auto"
        readOnly={busy}
        onKeyDown={submitOnCtrlEnter}
        {...field('text')}
      />
      <ProviderRow
        value={values.mailServiceProvider}
        onChange={(chosen) => setValue('mailServiceProvider', chosen)}
        disabled={busy}
      >
        <Button
          type="submit"
          leftSection={<Icon name="send" />}
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
