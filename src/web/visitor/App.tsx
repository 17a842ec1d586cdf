import { useEffect, useRef, useState } from 'react'
import { useAddress, type Address, type Go } from './address.ts'
import { BrandContext, useBrandOf } from './brand.ts'
import { MissingPage } from './MissingPage.tsx'
import { OrderPage } from './order/OrderPage.tsx'
import { routeOf, trackPath, type Route } from './routes.ts'
import { Frame } from './frame/Frame.tsx'
import { ToastContext, type Toast } from './frame/toast.ts'
import { TrackPage } from './TrackPage.tsx'
import { LanguageContext, languageOf, languages } from './texts/languages.ts'

/** The visitor's pages. `start` is where they begin; they look at no window while rendering. */
export function App({ start }: { start: Address }) {
  const [address, go] = useAddress(start)
  const [toast, setToast] = useState<Toast | null>(null)
  const route = routeOf(address.path)
  const orderId = route.page === 'missing' ? null : route.orderId
  const brand = useBrandOf(orderId)
  const language = languageOf(address.search)
  const main = useRef<HTMLElement>(null)

  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = languages[language].dir
  }, [language])

  const shown = useRef(address.path)
  useEffect(() => {
    if (shown.current === address.path) return
    shown.current = address.path
    scrollTo(0, 0)
    // A page that has a field to type in has taken the focus already.
    if (!main.current?.contains(document.activeElement)) main.current?.focus()
  }, [address.path])

  return (
    <LanguageContext value={language}>
      <BrandContext value={brand}>
        <ToastContext value={setToast}>
          <Frame main={main} toast={toast}>
            <Page route={route} go={go} />
          </Frame>
        </ToastContext>
      </BrandContext>
    </LanguageContext>
  )
}

function Page({ route, go }: { route: Route; go: Go }) {
  if (route.page === 'missing') return <MissingPage />
  const { orderId } = route
  if (route.page === 'track' || orderId === null) return <TrackPage key={orderId} orderId={orderId} go={go} />
  return <OrderPage key={orderId} orderId={orderId} leave={() => go(trackPath(orderId), 'replace')} />
}
