import { Button, Textarea } from '@mantine/core'
import { useState, type ReactNode, type FormEvent } from 'react'
import { Link } from 'wouter'
import {
  restrictOrders,
  tickStep,
  type PrivacyRequest,
  sendAccessLink,
  closeRequest,
} from '#contract/privacy.ts'
import { estTimestamp } from '#contract/rules/dates.ts'
import { type RequestStep, accessLinkDays } from '#contract/rules/privacy.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import { requestReads } from './request-reads.ts'
import css from './privacy.module.css'
import { describeAccessLink } from './request-labels.ts'

type Tickable = 'identity' | 'correction' | 'access'

interface StepProps {
  title: string
  note: ReactNode
  done: { at: string; by: string } | undefined
  more?: ReactNode
  end?: ReactNode
}

function Step({ title, note, done, more, end }: StepProps) {
  return (
    <li className={`stack small tight ruled ${css.step}`} data-open={!done || undefined}>
      <Icon name={done ? 'ok' : 'clock'} />
      <span>
        {title}
        <span className={`break-words faint tiny ${css.note}`}>
          {done ? `${done.by}, ${estTimestamp(done.at)}` : note}
        </span>
        {more}
      </span>
      {end}
    </li>
  )
}

export function RequestSteps({ request }: { request: PrivacyRequest }) {
  const { id, kinds, orders, erasing, closed_at: closedAt, closed_by: closedBy } = request
  const tick = useCall(tickStep, { refreshes: requestReads })
  const restrict = useCall(restrictOrders, { refreshes: requestReads })
  const [isCloseOpen, setCloseOpen] = useState(false)
  const done = (step: RequestStep) => request.steps.find((it) => it.step === step)
  const isClosed = closedAt !== null
  const kept = orders.filter(({ erased_at: erasedAt }) => erasedAt === null)

  const handleRestrict = async (restricted: boolean) => {
    const answer = await restrict.call({ params: { id }, body: { restricted } })
    if (answer) showToast({ tone: 'good', title: answer.message })
  }
  const tickButton = (step: Tickable, label: string) =>
    isClosed ? null : (
      <Button
        size="xs"
        variant={done(step) ? 'subtle' : 'default'}
        loading={tick.busy}
        onClick={() => void tick.call({ params: { id }, body: { step, done: !done(step) } })}
      >
        {done(step) ? 'Take back' : label}
      </Button>
    )

  return (
    <Card title="Steps">
      <ul>
        <Step
          title="Identity shown"
          note="order id and e-mail, or as you see fit"
          done={done('identity')}
          end={tickButton('identity', 'Mark as shown')}
        />
        <Step
          title={done('restriction') ? 'Restricted meanwhile' : 'Restrict meanwhile'}
          note="shown to Admins only, no mails leave"
          done={done('restriction')}
          end={
            kept.length > 0 && (
              <Button
                size="xs"
                variant={done('restriction') ? 'subtle' : 'default'}
                loading={restrict.busy}
                onClick={() => void handleRestrict(!done('restriction'))}
              >
                {done('restriction') ? 'Lift' : 'Restrict'}
              </Button>
            )
          }
        />
        {kinds.includes('correction') && (
          <Step
            title="Correct"
            note={
              <>
                in the order:{' '}
                {kept.map(({ order_id: orderId }) => (
                  <Link key={orderId} href={viewOrderPath(orderId)} className={css.order}>
                    {orderId}
                  </Link>
                ))}
              </>
            }
            done={done('correction')}
            end={tickButton('correction', 'Mark as corrected')}
          />
        )}
        {kinds.includes('access') && (
          <Step
            title="Send the access file"
            note="a link to PDF and JSON by mail, or by a way that is the customer’s"
            more={<AccessLinkNote link={request.access_link} />}
            done={done('access')}
            end={
              <span className={`flex gap-6 ${css.ends}`}>
                {kept.length > 0 && <SendAccessButton request={request} />}
                {!request.access_link && tickButton('access', 'Mark as sent')}
              </span>
            }
          />
        )}
        {kinds.includes('erasure') && (
          <Step
            title="Erase"
            note={erasing > 0 ? `${erasing} still to be erased` : 'after the dry run below'}
            done={erasing > 0 ? undefined : done('erasure')}
          />
        )}
        <Step
          title="Say what was done, and close"
          note="the customer is told by mail"
          done={closedAt === null ? undefined : { at: closedAt, by: closedBy ?? '' }}
          end={
            !isClosed && (
              <Button size="xs" onClick={() => setCloseOpen(true)} disabled={erasing > 0}>
                Close …
              </Button>
            )
          }
        />
      </ul>
      <CloseDialog request={request} opened={isCloseOpen} onClose={() => setCloseOpen(false)} />
    </Card>
  )
}

function AccessLinkNote({ link }: { link: PrivacyRequest['access_link'] }) {
  if (!link) return null
  return describeAccessLink(link).map(({ what, at }) => (
    <span key={what} className={`break-words faint tiny ${css.note}`}>
      {what} {estTimestamp(at)}
    </span>
  ))
}

function SendAccessButton({ request: { id, email, access_link: link } }: { request: PrivacyRequest }) {
  const { call, busy } = useCall(sendAccessLink, { refreshes: requestReads })
  const confirm = useConfirm()
  const handleSend = async () => {
    const isConfirmed = await confirm({
      title: `Send the access file to ${email}?`,
      text: `The customer gets a link that works for ${accessLinkDays} days and once for each file, and enters this e-mail to open it.${link ? ' The link before is over.' : ''}`,
    })
    if (!isConfirmed) return
    const answer = await call({ params: { id }, body: {} })
    if (answer) showToast({ tone: 'good', title: answer.message })
  }
  return (
    <Button size="xs" variant={link ? 'default' : 'filled'} loading={busy} onClick={() => void handleSend()}>
      {link ? 'Send a new link' : 'Send access file'}
    </Button>
  )
}

interface CloseDialogProps {
  request: PrivacyRequest
  opened: boolean
  onClose: () => void
}

function CloseDialog({ request, opened, onClose }: CloseDialogProps) {
  return (
    <FormDialog title="Close the request" submitLabel="Close request" opened={opened} onClose={onClose}>
      <CloseForm request={request} onDone={onClose} />
    </FormDialog>
  )
}

function CloseForm({ request: { id, email }, onDone }: { request: PrivacyRequest; onDone: () => void }) {
  const [text, setText] = useState('')
  const { call, busy } = useCall(closeRequest, { refreshes: requestReads })
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const answer = await call({ params: { id }, body: { text } })
    if (!answer) return
    onDone()
    showToast({ tone: 'good', title: answer.message })
  }
  return (
    <DialogForm onSubmit={(event) => void handleSubmit(event)}>
      <Textarea
        label={email ? `To ${email}` : 'To the customer'}
        description="What was done, in the customer’s language. Left empty, no mail is sent."
        rows={8}
        dir="auto"
        data-autofocus
        readOnly={busy}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </DialogForm>
  )
}
