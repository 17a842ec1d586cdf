import { Button } from '@mantine/core'
import { useState } from 'react'
import { readMessageFile, type Message } from '#contract/messages.ts'
import { requestUrl } from '#web/lib/client.ts'
import { formatFileSize } from '#web/ui/format-file-size.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { AcceptFileDialog } from './AcceptFileDialog.tsx'
import { canBeDocument, fileKind } from './file-kinds.ts'
import type { AcceptMessageFile } from './use-accept-message-file.ts'
import css from './MessageFiles.module.css'

interface MessageFilesProps {
  message: Message
  email: string
  acceptance: AcceptMessageFile
}

/** The attachments of a mail; PDFs and images can be accepted as the approved document. */
export function MessageFiles({ message, email, acceptance }: MessageFilesProps) {
  const { files } = message
  const [fileInQuestion, setFileInQuestion] = useState<Message['files'][number] | null>(null)
  if (files.length === 0) return null
  return (
    <>
      <ul aria-label="Files">
        {files.map((file) => {
          const { id, name, content_type: contentType, size, taken } = file
          return (
            <li key={id} className={css.file}>
              <a
                className={css.name}
                href={requestUrl(readMessageFile, { params: { messageFileId: id } })}
                target="_blank"
                rel="noreferrer"
              >
                <ExternalText>{name}</ExternalText>
              </a>
              <span className={css.detail}>
                {fileKind(contentType)} · {formatFileSize(size)}
              </span>
              {canBeDocument(contentType) && (
                <Button
                  className={css.take}
                  size="xs"
                  aria-disabled={taken || acceptance.isDisabled(id)}
                  aria-label={`Use ${name} as approved document`}
                  onClick={() => !taken && !acceptance.isDisabled(id) && setFileInQuestion(file)}
                >
                  {taken || acceptance.isAccepted(id) ? 'In use' : 'Use as approved document'}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <AcceptFileDialog
        message={message}
        file={fileInQuestion}
        email={email}
        acceptance={acceptance}
        onClose={() => setFileInQuestion(null)}
      />
    </>
  )
}
