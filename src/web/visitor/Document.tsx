import latin from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2'
import type { ReactNode } from 'react'
import { languageCodes, languages } from '#contract/rules/languages.ts'
import type { VisitorStart } from '#contract/visitor-start.ts'
import { App } from './App.tsx'
import mark from './mark.svg'
import { routeOf, trackPath } from './routes.ts'
import { SpokenContext, type Spoken } from './texts/languages.ts'

interface DocumentProps {
  start: VisitorStart
  spoken: Spoken
  /** What the server adds to the head; the scripts need to know nothing of it. */
  children?: ReactNode
}

/** The whole page: the server renders it, and in the browser React takes it over as it is. */
export function Document({ start, spoken, children }: DocumentProps) {
  const { language, texts } = spoken
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
        <Places start={start} />
        {children}
      </head>
      <body>
        <SpokenContext value={spoken}>
          <App start={start} />
        </SpokenContext>
      </body>
    </html>
  )
}

/** What search engines may know: the tracking page in each of its languages. */
function Places({ start }: { start: VisitorStart }) {
  const page = start.origin + trackPath(null)
  const isTracking = routeOf(start.address.path).page === 'track'
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
