import { Button } from '@mantine/core'
import { readMessageFile, type Message } from '#contract/messages.ts'
import { requestUrl } from '#web/lib/client.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { FilePreview } from '#web/ui/FilePreview.tsx'
import { formatFileSize } from '#web/ui/format-file-size.ts'
import { Icon } from '#web/ui/Icon.tsx'
import css from './AcceptFileDialog.module.css'
import { senderDoubts } from './sender-doubts.ts'
import type { AcceptMessageFile } from './use-accept-message-file.ts'

interface AcceptFileDialogProps {
  message: Message
  /** The file in question; null: the dialog is closed. */
  file: Message['files'][number] | null
  /** The customer's address, to which the document is mailed. */
  email: string
  acceptance: AcceptMessageFile
  onClose: () => void
}

/** Use as approved document: the file itself, who sent it, and what speaks against the sender, before it is mailed. */
export function AcceptFileDialog({ message, file, email, acceptance, onClose }: AcceptFileDialogProps) {
  const accept = async () => {
    if (!file || acceptance.isDisabled(file.id)) return
    onClose()
    await acceptance.accept(file.id)
  }
  return (
    <Dialog
      title="Use as approved document"
      opened={file !== null}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" data-autofocus onClick={() => void accept()}>
            Use and mail
          </Button>
        </>
      }
    >
      {file && (
        <div className={css.content}>
          <FilePreview
            file={{ name: file.name, type: file.content_type }}
            url={requestUrl(readMessageFile, { params: { messageFileId: file.id } })}
            size="large"
          />
          <p>
            <b className={css.name}>
              <ExternalText>{file.name}</ExternalText>
            </b>{' '}
            <span className={css.quiet}>{formatFileSize(file.size)}</span>
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
            <p key={doubt} className={css.doubt}>
              <Icon name="alert" size={14} />
              {doubt}
            </p>
          ))}
          <p className={css.quiet}>
            It is mailed to <bdi>{email}</bdi>, and the reply counts as handled.
          </p>
        </div>
      )}
    </Dialog>
  )
}
