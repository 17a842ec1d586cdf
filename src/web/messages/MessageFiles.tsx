import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { isSenderVerified, readMessageFile, type Message } from '#contract/messages.ts'
import { requestUrl } from '#web/lib/request-url.ts'
import { formatFileSize } from '#web/ui/format-file-size.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { AcceptFileDialog } from './AcceptFileDialog.tsx'
import type { AcceptMessageFile } from './use-accept-message-file.ts'
import css from './messages.module.css'

interface MessageFilesProps {
  message: Message
  email: string
  acceptance: AcceptMessageFile
}

interface FileLinkProps {
  id: number
  as?: 'text' | 'file'
  label: string
  children: ReactNode
}

const FileLink = ({ id, as, label, children }: FileLinkProps) => (
  <a
    className={`shrinkable break-words ${css.name}`}
    href={requestUrl(readMessageFile, { params: { messageFileId: id }, query: { as } })}
    target="_blank"
    rel="noreferrer"
    aria-label={label}
  >
    {children}
  </a>
)

/**
 * PDFs and images can be accepted as the approved document. Files of an unverified sender are shown as text, or opened on
 * request.
 */
export function MessageFiles({ message, email, acceptance }: MessageFilesProps) {
  const { files } = message
  const [fileInQuestion, setFileInQuestion] = useState<Message['files'][number] | null>(null)
  const isVerified = isSenderVerified(message)
  if (files.length === 0) return null
  const small = files.filter(isSmallPicture)
  const entry = (file: Message['files'][number]) => {
    const { id, name, content_type: contentType, size, taken } = file
    return (
      <li key={id} className={`row wrap ${css.file}`}>
        {isVerified ? (
          <FileLink id={id} label={`Open ${name}`}>
            <ExternalText>{name}</ExternalText>
          </FileLink>
        ) : (
          <span className={`shrinkable break-words ${css.name}`}>
            <ExternalText>{name}</ExternalText>
          </span>
        )}
        <span className="faint tiny">
          {fileKind(contentType)} · {formatFileSize(size)}
        </span>
        {!isVerified && mayHaveText(contentType) && (
          <FileLink id={id} as="text" label={`Show the text of ${name}`}>
            Show text
          </FileLink>
        )}
        {!isVerified && (
          <FileLink id={id} as="file" label={`Open ${name}`}>
            Open file
          </FileLink>
        )}
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
  }
  return (
    <>
      {!isVerified && (
        <p className="faint tiny">The sender is not verified: open a file only if you expect it.</p>
      )}
      <p className="faint tiny">Card numbers inside files are not masked.</p>
      {files.length > small.length && (
        <ul aria-label="Files">{files.filter((file) => !isSmallPicture(file)).map(entry)}</ul>
      )}
      {small.length > 0 && (
        <details>
          <summary className={css.fold}>Small pictures ({small.length})</summary>
          <ul aria-label="Small pictures">{small.map(entry)}</ul>
        </details>
      )}
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

/** Bytes; a smaller picture in the text is mostly a logo. */
const maxSmallPicture = 10 * 1024
const isSmallPicture = ({ inline, size }: Message['files'][number]) => inline && size < maxSmallPicture

/** Media types that are accepted as approved documents (product §7). */
const documentKinds = new Map(
  Object.entries({
    'application/pdf': 'PDF',
    'image/jpeg': 'JPEG',
    'image/png': 'PNG',
    'image/webp': 'WebP',
  }),
)

const otherKinds = new Map(
  Object.entries({
    'application/msword': 'Word',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
    'application/vnd.ms-excel': 'Excel',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
    'application/zip': 'ZIP',
    'image/gif': 'GIF',
    'image/heic': 'HEIC',
    'message/rfc822': 'Mail',
    'text/calendar': 'Calendar',
    'text/html': 'HTML',
    'text/plain': 'Text',
  }),
)

/** An unknown media type is labelled by its top-level type, such as 'video'. */
export const fileKind = (contentType: string): string =>
  documentKinds.get(contentType) ?? otherKinds.get(contentType) ?? contentType.split('/')[0] ?? contentType

export const canBeDocument = (contentType: string): boolean => documentKinds.has(contentType)

const mayHaveText = (contentType: string): boolean =>
  contentType === 'application/pdf' || /^(text|message)\//.test(contentType)
