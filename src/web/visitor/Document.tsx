import latin from '#fonts/ibm-plex-sans/ibm-plex-sans-latin-wght-normal.woff2'
import type { ReactNode } from 'react'
import { languageCodes, languages } from '#contract/rules/languages.ts'
import { trackPath } from '#contract/rules/visitor-addresses.ts'
import type { VisitorPageData } from '#contract/visitor-page-data.ts'
import { App } from './App.tsx'
import type { LinkedPage } from './linked-pages.ts'
import mark from './mark.svg'
import { routeOf } from './routes.ts'
import { LocalizationContext, type Localization } from './localization.ts'

interface DocumentProps {
  pageData: VisitorPageData
  localization: Localization
  linkedPage: LinkedPage | null
  /** Elements that only the server adds to the head. */
  children?: ReactNode
}

/** The whole HTML document, rendered on the server and hydrated in the browser. */
export function Document({ pageData, localization, linkedPage, children }: DocumentProps) {
  const { language, texts } = localization
  return (
    <html lang={language} dir={languages[language].dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f5f6f8" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101012" />
        <meta name="description" content={texts.track.lede} />
        <link rel="preload" as="font" type="font/woff2" crossOrigin="" href={latin} />
        <link rel="icon" type="image/svg+xml" href={mark} />
        <SearchEngineLinks pageData={pageData} />
        {children}
      </head>
      <body>
        <LocalizationContext value={localization}>
          <App pageData={pageData} linkedPage={linkedPage} />
        </LocalizationContext>
      </body>
    </html>
  )
}

/** Links for search engines: the canonical tracking page and its languages. */
function SearchEngineLinks({ pageData }: { pageData: VisitorPageData }) {
  const page = pageData.origin + trackPath(null)
  const isTracking = routeOf(pageData.address.path).page === 'track'
  return (
    <>
      <link rel="canonical" href={page} />
      {isTracking &&
        languageCodes.map((code) => (
          <link key={code} rel="alternate" hrefLang={code} href={`${page}?lang=${code}`} />
        ))}
      {isTracking && <link rel="alternate" hrefLang="x-default" href={page} />}
    </>
  )
}
