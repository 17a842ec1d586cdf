import { Button, Checkbox, Textarea } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { getOrder } from '#contract/order-details.ts'
import { addRemark } from '#contract/remarks.ts'
import { createDrafts } from '#web/lib/drafts.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { submitOnCtrlEnter } from '#web/lib/submit-on-ctrl-enter.ts'
import { shortcutProps, useShortcuts } from '#web/lib/shortcuts.ts'
import { Card } from '#web/ui/Card.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { remarkFlags } from '#contract/rules/remark-flags.ts'
import css from './CommentPanel.module.css'

const drafts = createDrafts()

const emptyComment = {
  remark: '',
  whatsapp: false,
  telephone: false,
  statusRefund: false,
  voided: false,
  chargeBack: false,
}

/** A form for a new comment; the draft is kept until the server has saved it. */
export function CommentPanel({ orderId }: { orderId: number }) {
  const { field, values, setValue, reset, onSubmit, busy } = useContractForm(addRemark, {
    initialValues: { orderId, ...emptyComment, remark: drafts.get(orderId) },
    refreshes: [getOrder],
    onDone: ({ message }) => {
      reset()
      setValue('remark', '')
      showToast({ tone: 'good', title: message })
    },
  })

  const box = useRef<HTMLTextAreaElement>(null)
  useShortcuts({ comment: () => box.current?.focus() })
  useEffect(() => drafts.set(orderId, values.remark), [orderId, values.remark])

  return (
    <Card title="Add Comment Below" id="comment">
      <form onSubmit={onSubmit} noValidate>
        <Textarea
          ref={box}
          aria-label="Remark"
          {...shortcutProps('comment')}
          placeholder="What was said, what is still missing"
          rows={3}
          resize="vertical"
          readOnly={busy}
          onKeyDown={submitOnCtrlEnter}
          {...field('remark')}
        />
        <fieldset className={css.flags} aria-label="Flags">
          {remarkFlags.map(({ sent, label }) => (
            <Checkbox
              key={sent}
              classNames={{ label: css.flag }}
              label={label}
              {...field(sent, 'checkbox')}
            />
          ))}
        </fieldset>
        <div className={css.row}>
          <span className={css.hint}>Ctrl + Enter saves</span>
          <Button type="submit" className={css.end} loading={busy}>
            Add Comment
          </Button>
        </div>
      </form>
    </Card>
  )
}
