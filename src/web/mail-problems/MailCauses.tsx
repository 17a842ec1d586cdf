import { Button } from '@mantine/core'
import { useState } from 'react'
import { listMailProblems, resendMailsOfCause, type MailProblemCause } from '#contract/mail-problems.ts'
import type { MailProvider } from '#contract/messages.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { MailState } from '#web/messages/MailState.tsx'
import { ProviderChoice } from '#web/messages/ProviderChoice.tsx'
import { useProviders } from '#web/messages/providers.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { showToast } from '#web/ui/toast.tsx'
import css from './mail-problems.module.css'

/** Mails that wait are shown from the first, others from the second of their cause. */
const isShown = ({ state, count }: MailProblemCause) => state === 'waiting' || count > 1
const maxShown = 5

const mails = (count: number) => `${formatCount(count)} ${count === 1 ? 'mail' : 'mails'}`

/** The causes of several problems, each with a button that sends its mails again. */
export function MailCauses({ causes }: { causes: readonly MailProblemCause[] }) {
  const [chosen, setChosen] = useState<MailProblemCause>()
  const [isOpen, setIsOpen] = useState(false)
  const shown = causes.filter(isShown).slice(0, maxShown)
  return (
    <>
      {shown.length > 0 && (
        <ul className={css.causes} aria-label="Causes of several mails">
          {shown.map((of) => (
            <li key={`${of.provider} ${of.state} ${of.cause}`} className={css.cause}>
              <MailState state={of.state} />
              <span className="nowrap">
                {mails(of.count)} by {of.provider}
              </span>
              <span className={`shrinkable truncate faint ${css.words}`} title={of.cause}>
                <ExternalText>{of.cause || 'no reason given'}</ExternalText>
              </span>
              <Button
                size="xs"
                aria-label={`Send all ${mails(of.count)} by ${of.provider} again: ${of.cause}`}
                onClick={() => {
                  setChosen(of)
                  setIsOpen(true)
                }}
              >
                Send all again
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <FormDialog
          title="Send all again"
          submitLabel="Send all again"
          opened={isOpen}
          onClose={() => setIsOpen(false)}
        >
          <ResendForm of={chosen} onClose={() => setIsOpen(false)} />
        </FormDialog>
      )}
    </>
  )
}

function ResendForm({ of, onClose }: { of: MailProblemCause; onClose: () => void }) {
  const { provider, state, cause, count } = of
  const providers = useProviders()
  const [chosen, setChosen] = useState<MailProvider>()
  const [done, setDone] = useState<number>()
  const { call } = useCall(resendMailsOfCause, { refreshes: [listMailProblems, ...orderReadEndpoints] })
  const isBusy = done !== undefined
  const by = chosen ?? (providers.includes(provider) ? provider : providers[0])

  const send = async () => {
    if (isBusy) return
    setDone(0)
    const body = { provider, state, cause, mailServiceProvider: by }
    let [resent, skipped, after]: [number, string[], string | undefined] = [0, [], undefined]
    do {
      const answer = await call({ body: { ...body, after } })
      if (!answer) break
      const { data } = answer
      resent += data.resent
      skipped = [...skipped, ...data.skipped.map(({ orderId, reason }) => `${orderId}: ${reason}`)]
      after = data.next ?? undefined
      setDone(resent + skipped.length)
    } while (after !== undefined)
    onClose()
    showToast({
      tone: skipped.length > 0 ? 'bad' : 'good',
      title: `${mails(resent)} on the way again`,
      text:
        skipped.length > 0 ? `${mails(skipped.length)} skipped. ${skipped.slice(0, 3).join(' ')}` : undefined,
    })
  }
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p>
        {mails(count)} of this cause, each to its recipient:{' '}
        <ExternalText>{cause || 'no reason given'}</ExternalText>
      </p>
      {state === 'unknown' && <p className="warning small">A customer may get a mail twice.</p>}
      <ProviderChoice providers={providers} value={by} onChange={setChosen} disabled={isBusy} />
      {isBusy && <ProgressBar label={`Sending ${mails(count)} again`} value={done / count} />}
    </DialogForm>
  )
}
