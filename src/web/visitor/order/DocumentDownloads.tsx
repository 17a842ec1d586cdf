import { fillText } from '#contract/rules/fill-text.ts'
import { Icon } from '../Icon.tsx'
import { PersonalText, SentenceWithPersonalText } from '../PersonalText.tsx'
import page from '../page.module.css'
import { useLanguage, useTexts } from '../localization.ts'
import type { VisitorDocument } from './download.ts'
import { fileKind, fileSize } from './format.ts'
import { Preview } from './Preview.tsx'
import { QrCode } from './QrCode.tsx'
import css from './order.module.css'

interface DocumentDownloadsProps {
  documents: VisitorDocument[]
  urlOf: (document: VisitorDocument) => string
  /** The `file1` whose download is about to start. */
  startingFile: string | null
  onDownload: (document: VisitorDocument) => void
}

/** A big link for each document, below whose it is; the first alone is red. */
export function DocumentDownloads({ documents, urlOf, startingFile, onDownload }: DocumentDownloadsProps) {
  const texts = useTexts().order
  const language = useLanguage()
  const hasNames = documents.length > 1
  const areOfTravellers = documents.some(({ traveller_name }) => traveller_name !== null)
  return (
    <ul className={css.list} aria-label={texts.documents}>
      {documents.map((document, index) => {
        const { file1, name, traveller_name: traveller, content_type, size, preview, qr } = document
        const kind = fileKind(content_type)
        const isStarting = startingFile === file1
        return (
          <li key={file1}>
            {areOfTravellers ? (
              <h2 id={file1} className={css.traveller}>
                {traveller === null ? (
                  texts.documentForAll
                ) : (
                  <SentenceWithPersonalText sentence={texts.documentFor}>
                    {traveller}
                  </SentenceWithPersonalText>
                )}
              </h2>
            ) : (
              hasNames && (
                <p className={css.documentName}>
                  <PersonalText id={file1}>{name}</PersonalText>
                </p>
              )
            )}
            <a
              href={urlOf(document)}
              className={index === 0 ? `${page.big} ${page.red}` : page.big}
              aria-disabled={isStarting}
              aria-describedby={hasNames || areOfTravellers ? file1 : undefined}
              onClick={(event) => {
                event.preventDefault()
                if (!isStarting) onDownload(document)
              }}
            >
              <Icon name="download" size={24} />
              {isStarting ? texts.starting : texts.download}
            </a>
            <p className={css.note} suppressHydrationWarning>
              {`${fillText(texts.document, { kind, size: fileSize(language, size) })} ${texts.offline}`}
            </p>
            {(qr || preview) && (
              <div className={css.looks}>
                {qr && <QrCode code={qr} />}
                {preview && <Preview url={preview} />}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
