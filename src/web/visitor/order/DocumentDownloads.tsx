import { useRef } from 'react'
import { fillText } from '#contract/rules/fill-text.ts'
import { qrImageUrl } from '#web/lib/qr-image.ts'
import { Icon } from '../Icon.tsx'
import { PersonalText, SentenceWithPersonalText } from '../PersonalText.tsx'
import page from '../page.module.css'
import { useLanguage, useTexts } from '../localization.ts'
import type { VisitorDocument } from './download.ts'
import type { DownloadOutcome } from './use-order-actions.ts'
import { fileKind, fileSize } from './format.ts'
import css from './order.module.css'

interface DocumentDownloadsProps {
  documents: VisitorDocument[]
  urlOf: (document: VisitorDocument) => string
  /** `file1` of the document whose download is starting. */
  startingFile: string | null
  outcome: DownloadOutcome | null
  /** Path of the page that another browser or device can open. */
  sharedPath: string
  onDownload: (document: VisitorDocument) => void
}

export function DocumentDownloads({
  documents,
  urlOf,
  startingFile,
  outcome,
  sharedPath,
  onDownload,
}: DocumentDownloadsProps) {
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
              <span>{isStarting ? texts.starting : texts.download}</span>
            </a>
            {/* An outcome takes the note's place, so that nothing below moves. */}
            <div className={css.below} aria-live="polite">
              {outcome?.file1 === file1 ? (
                <Outcome
                  key={outcome.kind}
                  kind={outcome.kind}
                  url={urlOf(document)}
                  preview={preview}
                  sharedPath={sharedPath}
                />
              ) : (
                <p className={css.note} suppressHydrationWarning>
                  {`${fillText(texts.document, { kind, size: fileSize(language, size) })} ${texts.offline}`}
                </p>
              )}
            </div>
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

interface OutcomeProps {
  kind: DownloadOutcome['kind']
  url: string
  preview: string | null
  sharedPath: string
}

/** What became of a download, with other ways where it did not arrive. */
function Outcome({ kind, url, preview, sharedPath }: OutcomeProps) {
  const { order: texts } = useTexts()
  const share = () => {
    navigator
      .share({ url: location.origin + sharedPath })
      .catch((error: unknown) => console.error('share', error))
  }
  return (
    <div className={css.outcome}>
      <p>{texts.outcomes[kind]}</p>
      {kind === 'lapsed' && (
        <a href={url} className={page.big} download>
          {texts.save}
        </a>
      )}
      {kind === 'missed' && (
        <p className={css.ways}>
          {'share' in navigator && (
            <button type="button" className={css.way} onClick={share}>
              {texts.share}
            </button>
          )}
          {preview && (
            <a href={preview} className={css.way}>
              {texts.view}
            </a>
          )}
        </p>
      )}
    </div>
  )
}

type Code = NonNullable<VisitorDocument['qr']>

/** Large enough to be scanned from a phone. */
function QrCode({ code }: { code: Code }) {
  const texts = useTexts().order
  return (
    <section className={css.code}>
      <h2 className={css.qrHeading}>{texts.qrHeading}</h2>
      <img className={css.picture} src={qrImageUrl(code)} alt={texts.qr} width={320} height={320} />
      <p className={css.qrNote}>{texts.qrNote}</p>
    </section>
  )
}

/** A click enlarges the first page in a dialog, or opens the image without scripts. */
function Preview({ url }: { url: string }) {
  const texts = useTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <a
        className={css.small}
        href={url}
        onClick={(event) => {
          // Without dialogs, before Safari 15.4, the link opens the picture.
          if (!dialog.current || !('showModal' in dialog.current)) return
          event.preventDefault()
          dialog.current.showModal()
        }}
      >
        <img src={url} alt={texts.order.preview} width={210} height={297} loading="lazy" decoding="async" />
      </a>
      <dialog ref={dialog} className={css.dialog} aria-label={texts.order.preview} closedby="any">
        <form method="dialog">
          <button className={css.close} aria-label={texts.close}>
            <Icon name="close" size={22} />
          </button>
        </form>
        <img className={css.large} src={url} alt={texts.order.preview} loading="lazy" decoding="async" />
      </dialog>
    </>
  )
}
