import { useEffect, useRef, useState } from 'react'
import { trackPath } from '#contract/rules/visitor-addresses.ts'
import type { VisitorPageData } from '#contract/visitor-page-data.ts'
import type { LinkedPage } from './linked-pages.ts'
import { AddressContext, useBrowserAddress, type Address, type Navigate } from './address.ts'
import { BrandContext, useLoadedBrand } from './brand.ts'
import { PageLayout } from './layout/PageLayout.tsx'
import { ToastContext, type Toast } from './layout/toast.ts'
import { ResendLinkPage } from './ResendLinkPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { OrderPage } from './order/OrderPage.tsx'
import { routeOf } from './routes.ts'
import { TrackPage } from './TrackPage.tsx'
import { TranslationPage } from './translation/TranslationPage.tsx'
import { useTranslation } from './translation/use-translation.ts'

/** The visitor's pages. `pageData` is what they begin with; they read no window while rendering. */
export function App({ pageData, linkedPage }: { pageData: VisitorPageData; linkedPage: LinkedPage | null }) {
  const [address, navigate] = useBrowserAddress(pageData.address)
  const [toast, setToast] = useState<Toast | null>(null)
  const route = routeOf(address.path)
  const brand = useLoadedBrand(route.page, 'orderId' in route ? route.orderId : null, pageData.brand)
  const main = useRef<HTMLElement>(null)
  useTranslation(address.search)

  const displayedPath = useRef(address.path)
  useEffect(() => {
    if (displayedPath.current === address.path) return
    displayedPath.current = address.path
    scrollTo(0, 0)
    // Pages with a form have already focused a field.
    if (!main.current?.contains(document.activeElement)) main.current?.focus()
  }, [address.path])

  return (
    <AddressContext value={address}>
      <BrandContext value={brand}>
        <ToastContext value={setToast}>
          <PageLayout mainRef={main} pageName={route.page} toast={toast}>
            <Page
              address={address}
              initialData={address === pageData.address ? pageData : null}
              isLanguageGuessed={pageData.isLanguageGuessed}
              navigate={navigate}
              linkedPage={linkedPage}
            />
          </PageLayout>
        </ToastContext>
      </BrandContext>
    </AddressContext>
  )
}

interface PageProps {
  address: Address
  /** The server's data for its first page; null after navigation. */
  initialData: VisitorPageData | null
  isLanguageGuessed: boolean
  navigate: Navigate
  linkedPage: LinkedPage | null
}

function Page({ address, initialData, isLanguageGuessed, navigate, linkedPage: LinkedPage }: PageProps) {
  const route = routeOf(address.path)
  const searchParams = new URLSearchParams(address.search)
  if (route.page === 'missing') return <NotFoundPage />
  if (route.page === 'accessFile' || route.page === 'answer')
    return LinkedPage && <LinkedPage initialData={initialData} />
  if (searchParams.get('translate') === '') return <TranslationPage />
  const { orderId } = route
  if (route.page === 'order' && orderId !== null)
    return (
      <OrderPage
        key={orderId}
        orderId={orderId}
        initialData={initialData}
        isLanguageGuessed={isLanguageGuessed}
        onLeave={() => navigate(trackPath(orderId), 'replace')}
      />
    )
  if (searchParams.has('link'))
    return <ResendLinkPage initialData={initialData} isSent={searchParams.get('link') === 'sent'} />
  return <TrackPage key={orderId} orderId={orderId} initialData={initialData} navigate={navigate} />
}
