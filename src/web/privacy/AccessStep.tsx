import { Button } from '@mantine/core'
import { sendAccessLink, type PrivacyRequest } from '#contract/privacy.ts'
import { estTimestamp } from '#contract/rules/dates.ts'
import { accessLinkDays } from '#contract/rules/privacy.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { describeAccessLink } from './request-labels.ts'
import { requestReads } from './request-reads.ts'
import css from './privacy.module.css'

/** What became of the link that the customer was sent; nothing where none was. */
export function AccessLinkNote({ link }: { link: PrivacyRequest['access_link'] }) {
  if (!link) return null
  return describeAccessLink(link).map(({ what, at }) => (
    <span key={what} className={`break-words faint tiny ${css.note}`}>
      {what} {estTimestamp(at)}
    </span>
  ))
}

/** Mails the customer a link to the access file, once that is confirmed. */
export function SendAccessButton({ request: { id, email, access_link: link } }: { request: PrivacyRequest }) {
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
