import { Button } from '@mantine/core'
import { readMessageFile, type Message } from '#contract/messages.ts'
import { addressOf } from '#web/lib/client.ts'
import { formatFileSize } from '#web/ui/file-size.ts'
import { GivenText } from '#web/ui/GivenText.tsx'
import { canBeDocument, fileKind } from './file-kinds.ts'
import type { TakeDocument } from './use-take-document.ts'
import css from './MessageFiles.module.css'

interface MessageFilesProps {
  files: Message['files']
  taking: TakeDocument
}

/** What came with a mail; a file of the right kind can be taken as the approved document. */
export function MessageFiles({ files, taking }: MessageFilesProps) {
  if (files.length === 0) return null
  return (
    <ul aria-label="Files">
      {files.map(({ id, name, content_type: contentType, size, taken }) => (
        <li key={id} className={css.file}>
          <a
            className={css.name}
            href={addressOf(readMessageFile, { params: { messageFileId: id } })}
            target="_blank"
            rel="noreferrer"
          >
            <GivenText>{name}</GivenText>
          </a>
          <span className={css.detail}>
            {fileKind(contentType)} · {formatFileSize(size)}
          </span>
          {canBeDocument(contentType) && (
            <Button
              className={css.take}
              size="xs"
              aria-disabled={taken || taking.isPressed(id)}
              aria-label={`Take ${name} as approved document`}
              onClick={() => !taken && void taking.take(id)}
            >
              {taken || taking.isTaken(id) ? 'Taken' : 'Take as approved document'}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
