import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { isSenderVerified, readMessageFile, type Message } from '#contract/messages.ts'
import { requestUrl } from '#web/lib/request-url.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { FilePreview } from '#web/ui/FilePreview.tsx'
import { formatFileSize } from '#web/ui/format-file-size.ts'
import { Icon } from '#web/ui/Icon.tsx'
import css from './messages.module.css'
import type { AcceptMessageFile } from './use-accept-message-file.ts'

interface AcceptFileDialogProps {
  message: Message
  /** The dialog is closed if null. */
  file: Message['files'][number] | null
  email: string
  acceptance: AcceptMessageFile
  onClose: () => void
}

/** Use as approved document: shows the file, its sender and doubts about the sender before it is mailed. */
export function AcceptFileDialog({ message, file, email, acceptance, onClose }: AcceptFileDialogProps) {
  const [requestedFile, setRequestedFile] = useState<number | null>(null)
  const [confirmedFile, setConfirmedFile] = useState<number | null>(null)
  const hasFailed = message.authentic === 'fail'
  const isConfirmed = confirmedFile !== null && confirmedFile === file?.id
  const canAccept = file !== null && !acceptance.isDisabled(file.id) && (isConfirmed || !hasFailed)
  const isShown = isSenderVerified(message) || requestedFile === file?.id
  const close = () => {
    setRequestedFile(null)
    setConfirmedFile(null)
    onClose()
  }
  const accept = async () => {
    if (!file || !canAccept) return
    close()
    await acceptance.accept(file.id, hasFailed)
  }
  return (
    <Dialog
      title="Use as approved document"
      opened={file !== null}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="filled"
            aria-disabled={!canAccept}
            data-autofocus={hasFailed ? undefined : true}
            onClick={() => void accept()}
          >
            Use and mail
          </Button>
        </>
      }
    >
      {file && (
        <div className="stack gap-8 break-words">
          {isShown ? (
            <FilePreview
              file={{ name: file.name, type: file.content_type }}
              url={requestUrl(readMessageFile, { params: { messageFileId: file.id }, query: { as: 'file' } })}
              size="large"
            />
          ) : (
            <div className={`stack centered ${css.hidden}`}>
              <Button leftSection={<Icon name="eye" />} onClick={() => setRequestedFile(file.id)}>
                Show the file
              </Button>
            </div>
          )}
          <p>
            <b className="medium">
              <ExternalText>{file.name}</ExternalText>
            </b>{' '}
            <span className="faint small">{formatFileSize(file.size)}</span>
          </p>
          <p>
            From <ExternalText>{message.by}</ExternalText>
            {message.from !== message.by && (
              <>
                , <ExternalText>{message.from}</ExternalText>
              </>
            )}
          </p>
          {senderDoubts(message).map((doubt) => (
            <p key={doubt} className={`flex gap-8 warning small ${css.doubt}`}>
              <Icon name="alert" size={14} />
              {doubt}
            </p>
          ))}
          {hasFailed && (
            <Checkbox
              data-autofocus
              label="I know that the sender’s checks failed, and I have seen that this is the right file."
              checked={isConfirmed}
              onChange={({ currentTarget }) => setConfirmedFile(currentTarget.checked ? file.id : null)}
            />
          )}
          <p className="faint small">
            It is mailed to <ExternalText>{email}</ExternalText>, and the reply counts as handled.
          </p>
        </div>
      )}
    </Dialog>
  )
}

type Sender = Pick<Message, 'from_customer' | 'authentic' | 'suspected'>

export const senderDoubts = ({ from_customer, authentic, suspected }: Sender): string[] => [
  ...(from_customer ? [] : ['The sender’s address is not the customer’s.']),
  ...(authentic === 'fail'
    ? ['The sender is not verified: the mail failed its domain’s checks (SPF, DKIM).']
    : []),
  ...(authentic === 'unknown'
    ? ['The sender is not verified: the mail arrived without results of its domain’s checks (SPF, DKIM).']
    : []),
  ...(suspected === 'spam' ? ['The mail was classified as spam.'] : []),
]
