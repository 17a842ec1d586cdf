import { VisuallyHidden } from '@mantine/core'
import type { DocumentReading } from '#contract/documents.ts'
import { contradictionText, identifiers } from '#contract/rules/document-identifiers.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import css from './documents.module.css'

const marks = new Map<boolean | null, { icon: IconName; label: string; className: string | undefined }>([
  [true, { icon: 'tick', label: 'agrees', className: css.agrees }],
  [false, { icon: 'close', label: 'differs', className: css.differs }],
])

interface DocumentReadingListProps {
  reading: DocumentReading | null | undefined
  /** Those of the upload, which come after those of the reading. */
  warnings: readonly string[] | undefined
}

/** What the server reads in a chosen file, with what agrees with the order and what does not. */
export function DocumentReadingList({
  reading,
  warnings = reading?.warnings ?? [],
}: DocumentReadingListProps) {
  const { values = [], code = '', compared = true } = reading ?? {}
  const printed = values.filter(({ document }) => document !== '')
  // The list shows what differs.
  const listed = new Set(printed.filter(({ agrees }) => agrees === false).map(contradictionText))
  const others = warnings.filter((warning) => !listed.has(warning))
  return (
    <>
      {reading === undefined && <p className="faint">Reading the file…</p>}
      {reading === null && <p className="faint">The server reads the file when it is uploaded.</p>}
      {(printed.length > 0 || code !== '') && (
        <ul className={css.reading} aria-label="Read in the file">
          {printed.map(({ identifier, document, order, agrees }) => {
            const mark = marks.get(agrees)
            return (
              <li key={identifier} className={mark?.className}>
                {mark && <Icon name={mark.icon} size={13} className={`rigid ${css.mark}`} />}
                {mark && <VisuallyHidden>{mark.label}</VisuallyHidden>}
                <span className="break-words">
                  {identifiers[identifier].label} <ExternalText>{document}</ExternalText>
                  {agrees === false && (
                    <>
                      , order <ExternalText>{order}</ExternalText>
                    </>
                  )}
                </span>
              </li>
            )
          })}
          {code !== '' && (
            <li>
              <span className="break-words">
                QR code <ExternalText>{code}</ExternalText>
              </span>
            </li>
          )}
        </ul>
      )}
      {others.map((warning) => (
        <p key={warning} className="warning break-words">
          {warning}
        </p>
      ))}
      {!compared && <p className="warning">It could not be compared: it has no text and no code.</p>}
    </>
  )
}

export const pictureOf = ({ picture }: DocumentReading): string | null =>
  picture === null ? null : `data:image/webp;base64,${picture}`

export const pagesText = (reading: DocumentReading | null | undefined): string =>
  reading && reading.pages > 0 ? ` · ${reading.pages} ${reading.pages === 1 ? 'page' : 'pages'}` : ''
