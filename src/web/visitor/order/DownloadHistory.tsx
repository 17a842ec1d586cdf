import { orMissingText } from '#contract/rules/missing-text.ts'
import type { DownloadRow } from '#contract/visitor.ts'
import page from '../page.module.css'
import { useLanguage, useTexts } from '../localization.ts'
import { useIsHydrated } from '../use-is-hydrated.ts'
import { estInstant, localInstant } from './format.ts'
import css from './download-history.module.css'

const deviceText = ({ browser, os }: DownloadRow) => orMissingText([browser, os].filter(Boolean).join(', '))

interface DownloadHistoryProps {
  rows: DownloadRow[]
  /** Reserves the row of a starting download, so that nothing moves when it appears. */
  isRowExpected: boolean
}

/** Newest first. */
export function DownloadHistory({ rows, isRowExpected }: DownloadHistoryProps) {
  const texts = useTexts().history
  // New rows come on top, so the number from the end is a stable key.
  const numbered = rows.map((row, index) => ({ ...row, number: rows.length - index }))
  return (
    <section className={page.section}>
      <h2 className={page.subheading}>{texts.heading}</h2>
      {rows.length === 0 && !isRowExpected ? (
        <p className={css.none}>{texts.none}</p>
      ) : (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{texts.date}</th>
              <th scope="col">{texts.device}</th>
              <th scope="col">{texts.ip}</th>
            </tr>
          </thead>
          <tbody className="notranslate" translate="no">
            {isRowExpected && (
              <tr key={rows.length + 1} aria-hidden="true">
                <td>
                  <span className={css.moment}>…</span>
                </td>
                <td>{'\u00A0'}</td>
                <td>
                  <span>{'\u00A0'}</span>
                  <small className={css.zone}>{'\u00A0'}</small>
                </td>
              </tr>
            )}
            {numbered.map(({ number, ...row }) => (
              <tr key={number}>
                <td>
                  <Moment at={row.create_ts} />
                  {row.received !== 'whole' && <small className={css.zone}>{texts[row.received]}</small>}
                </td>
                <td>
                  <bdi>{deviceText(row)}</bdi>
                </td>
                <td>
                  <bdi>{row.ip}</bdi>
                  {row.timezone && <small className={css.zone}>{row.timezone}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** In the device's time once there are scripts, with EST below it. */
export function Moment({ at }: { at: string }) {
  const language = useLanguage()
  const isHydrated = useIsHydrated()
  const est = estInstant(language, at)
  return (
    <time className={css.moment} dateTime={at}>
      <bdi suppressHydrationWarning>{isHydrated ? localInstant(language, at) : est}</bdi>
      {isHydrated && <bdi className={css.zone}>{est}</bdi>}
    </time>
  )
}
