import { Icon } from '#web/ui/Icon.tsx'
import page from '../styles/page.module.css'
import { useTexts } from '../texts/languages.ts'
import type { VisitorDocument } from './download.ts'
import { fileKind, fileSize } from './format.ts'
import css from './Documents.module.css'

interface DocumentsProps {
  documents: VisitorDocument[]
  /** The `file1` whose download is about to start. */
  starting: string | null
  onDownload: (document: VisitorDocument) => void
}

/** A big button for each document; the newest alone is red. */
export function Documents({ documents, starting, onDownload }: DocumentsProps) {
  const texts = useTexts().order
  const hasNames = documents.length > 1
  return (
    <ul className={css.list} aria-label={texts.documents}>
      {documents.map((document, index) => {
        const { file1, name, content_type, size } = document
        const isStarting = starting === file1
        return (
          <li key={file1}>
            {hasNames && (
              <p className={css.name} id={file1} translate="no">
                <bdi>{name}</bdi>
              </p>
            )}
            <button
              type="button"
              className={index === 0 ? `${page.big} ${page.red}` : page.big}
              aria-disabled={isStarting}
              aria-describedby={hasNames ? file1 : undefined}
              onClick={() => !isStarting && onDownload(document)}
            >
              <Icon name="download" size={24} />
              {isStarting ? texts.starting : texts.download}
            </button>
            <p className={css.note}>
              {texts.document(fileKind(content_type), fileSize(size))} {texts.offline}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
