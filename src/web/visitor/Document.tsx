import { type ReactNode, useEffect, useRef, useState } from 'react'
import latin from '#fonts/ibm-plex-sans/ibm-plex-sans-latin-wght-normal.woff2'
import { languageCodes, languages } from '#contract/rules/languages.ts'
import { trackPath } from '#contract/rules/visitor-addresses.ts'
import type { VisitorPageData } from '#contract/visitor-page-data.ts'
import { parseTranslationLanguage } from '#contract/rules/translated-languages.ts'
import { linkedPageOf, loadOrderPage, type LoadedPages } from './linked-pages.ts'
import mark from './mark.svg'
import { routeOf } from './routes.ts'
import { LocalizationContext, type Localization, useTexts, useLanguage } from './localization.ts'
import {
  AddressContext,
  useBrowserAddress,
  type BrowserAddress,
  type Navigate,
  pathWithTranslation,
  useAddress,
} from './address.ts'
import { BrandContext, useLoadedBrand } from './brand.ts'
import { PageLayout } from './PageLayout.tsx'
import { ReloadOnError, useKeptAnswer } from './ReloadOnError.tsx'
import { ToastContext, type Toast } from './toast.ts'
import { TrackPage } from './TrackPage.tsx'
import { Heading } from './Heading.tsx'
import css from './page.module.css'

/** Id of the script element with the page's data. */
export const pageDataId = 'start'

interface DocumentProps {
  pageData: VisitorPageData
  localization: Localization
  pages: LoadedPages
  /** Server-only elements of the head */
  children?: ReactNode
}

export function Document({ pageData, localization, pages, children }: DocumentProps) {
  const { language, texts } = localization
  return (
    <html lang={language} dir={languages[language].dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
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
          <App pageData={pageData} loadedPages={pages} />
        </LocalizationContext>
      </body>
    </html>
  )
}

/** The canonical tracking page and its languages. */
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

/** Renders without `window`, since the server renders it too. */
function App({ pageData, loadedPages }: { pageData: VisitorPageData; loadedPages: LoadedPages }) {
  const [pages, setPages] = useState(loadedPages)
  const [address, navigate] = useBrowserAddress(pageData.address)
  const [toast, setToast] = useState<Toast | null>(null)
  const route = routeOf(address.path)
  const brand = useLoadedBrand(route.page, 'orderId' in route ? route.orderId : null, pageData.brand)
  const main = useRef<HTMLElement>(null)
  useTranslation(address.search)
  useKeptAnswer(setToast)
  const prepareOrder = async () => {
    const order = await loadOrderPage()
    setPages((current) => ({ ...current, order }))
  }

  const displayedPath = useRef(address.path)
  useEffect(() => {
    if (displayedPath.current === address.path) return
    displayedPath.current = address.path
    scrollTo(0, 0)
    // A page with a form has focused a field already.
    if (!main.current?.contains(document.activeElement)) main.current?.focus()
  }, [address.path])

  return (
    <AddressContext value={address}>
      <BrandContext value={brand}>
        <ToastContext value={setToast}>
          <ReloadOnError answer={toast} fallback={<StoppedPage />}>
            <PageLayout mainRef={main} pageName={route.page} toast={toast}>
              <Page
                address={address}
                initialData={address === pageData.address ? pageData : null}
                isLanguageGuessed={pageData.isLanguageGuessed}
                navigate={navigate}
                pages={pages}
                prepareOrder={prepareOrder}
              />
            </PageLayout>
          </ReloadOnError>
        </ToastContext>
      </BrandContext>
    </AddressContext>
  )
}

/** Without what the failed page needed. */
function StoppedPage() {
  const texts = useTexts()
  const { path, search } = useAddress()
  return (
    <main className={css.stopped}>
      <p>{texts.stopped}</p>
      <p>
        <a href={path + search}>{texts.order.again}</a>
      </p>
    </main>
  )
}

interface PageProps {
  address: BrowserAddress
  /** The server's data of the first page; null after navigation. */
  initialData: VisitorPageData | null
  isLanguageGuessed: boolean
  navigate: Navigate
  pages: LoadedPages
  prepareOrder: () => Promise<void>
}

function Page({ address, initialData, isLanguageGuessed, navigate, pages, prepareOrder }: PageProps) {
  const route = routeOf(address.path)
  const { linked: LinkedPage, order: OrderPage } = pages
  if (linkedPageOf(address)) return LinkedPage && <LinkedPage initialData={initialData} />
  if (!('orderId' in route)) return <NotFoundPage />
  const { orderId } = route
  if (route.page === 'order' && orderId !== null)
    return (
      OrderPage && (
        <OrderPage
          key={orderId}
          orderId={orderId}
          initialData={initialData}
          opened={address.opened ?? null}
          isLanguageGuessed={isLanguageGuessed}
          onLeave={() => navigate(trackPath(orderId), { replace: true })}
        />
      )
    )
  return (
    <TrackPage
      key={orderId}
      orderId={orderId}
      initialData={initialData}
      navigate={navigate}
      prepareOrder={prepareOrder}
    />
  )
}

function NotFoundPage() {
  const { missing } = useTexts()
  const { search } = useAddress()
  return (
    <div>
      <Heading title={missing.title}>{missing.heading}</Heading>
      <p className={css.lede}>{missing.lede}</p>
      <p className={css.lede}>
        <a href={pathWithTranslation(trackPath(null), search)}>{missing.track}</a>
      </p>
    </div>
  )
}

/** Loads Google's script only if the URL requests a translation (product §6). */
function useTranslation(search: string) {
  const from = useLanguage()
  const target = parseTranslationLanguage(search)
  useEffect(() => {
    if (target) void import('./google-translate.ts').then(({ translatePage }) => translatePage(from, target))
  }, [from, target])
}
