import { useEffect, useRef, useState } from 'react'
import type { VisitorStart } from '#contract/visitor-start.ts'
import { AddressContext, useAddressOf, type Address, type Go } from './address.ts'
import { BrandContext, useBrandOf } from './brand.ts'
import { Frame } from './frame/Frame.tsx'
import { ToastContext, type Toast } from './frame/toast.ts'
import { LinkPage } from './LinkPage.tsx'
import { MissingPage } from './MissingPage.tsx'
import { OrderPage } from './order/OrderPage.tsx'
import { routeOf, trackPath } from './routes.ts'
import { TrackPage } from './TrackPage.tsx'
import { TranslationPage } from './translation/TranslationPage.tsx'
import { useTranslation } from './translation/use-translation.ts'

/** The visitor's pages. `start` is where they begin; they look at no window while rendering. */
export function App({ start }: { start: VisitorStart }) {
  const [address, go] = useAddressOf(start.address)
  const [toast, setToast] = useState<Toast | null>(null)
  const route = routeOf(address.path)
  const brand = useBrandOf(route.page, route.page === 'missing' ? null : route.orderId, start.brand)
  const main = useRef<HTMLElement>(null)
  useTranslation(address.search)

  const shown = useRef(address.path)
  useEffect(() => {
    if (shown.current === address.path) return
    shown.current = address.path
    scrollTo(0, 0)
    // A page that has a field to type in has taken the focus already.
    if (!main.current?.contains(document.activeElement)) main.current?.focus()
  }, [address.path])

  return (
    <AddressContext value={address}>
      <BrandContext value={brand}>
        <ToastContext value={setToast}>
          <Frame main={main} toast={toast}>
            <Page
              address={address}
              first={address === start.address ? start : null}
              isGuess={start.isGuess}
              go={go}
            />
          </Frame>
        </ToastContext>
      </BrandContext>
    </AddressContext>
  )
}

interface PageProps {
  address: Address
  /** What the page that came from the server begins with. */
  first: VisitorStart | null
  isGuess: boolean
  go: Go
}

function Page({ address, first, isGuess, go }: PageProps) {
  const route = routeOf(address.path)
  const wishes = new URLSearchParams(address.search)
  if (route.page === 'missing') return <MissingPage />
  if (wishes.get('translate') === '') return <TranslationPage />
  const { orderId } = route
  if (route.page === 'order' && orderId !== null)
    return (
      <OrderPage
        key={orderId}
        orderId={orderId}
        first={first}
        isGuess={isGuess}
        leave={() => go(trackPath(orderId), 'replace')}
      />
    )
  if (wishes.has('link')) return <LinkPage first={first} isSent={wishes.get('link') === 'sent'} />
  return <TrackPage key={orderId} orderId={orderId} first={first} go={go} />
}
