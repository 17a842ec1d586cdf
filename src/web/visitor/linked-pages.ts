import type { ComponentType } from 'react'
import type { VisitorPageData } from '#contract/visitor-page-data.ts'
import type { Address } from './address.ts'
import type { OrderPageProps } from './order/OrderPage.tsx'
import { routeOf } from './routes.ts'

type LinkedPage = ComponentType<{ initialData: VisitorPageData | null }>

/** Pages that a link opens as a whole; each has its own chunk. */
const linkedPages = {
  answer: async (): Promise<LinkedPage> => (await import('./AnswerPage.tsx')).AnswerPage,
  accessFile: async (): Promise<LinkedPage> => (await import('./AccessFilePage.tsx')).AccessFilePage,
  link: async (): Promise<LinkedPage> => (await import('./ResendLinkPage.tsx')).ResendLinkPage,
  translation: async (): Promise<LinkedPage> => (await import('./TranslationPage.tsx')).TranslationPage,
}
type LinkedPageName = keyof typeof linkedPages

export function linkedPageOf({ path, search }: Address): LinkedPageName | null {
  const route = routeOf(path)
  if (route.page === 'missing') return null
  if (!('orderId' in route)) return route.page
  const parameters = new URLSearchParams(search)
  if (parameters.get('translate') === '') return 'translation'
  return parameters.has('link') && !isOrder({ path, search }) ? 'link' : null
}

const isOrder = ({ path }: Address): boolean => {
  const route = routeOf(path)
  return route.page === 'order' && route.orderId !== null
}

/** In a chunk of its own too, which the tracking page loads with the order. */
export const loadOrderPage = async (): Promise<ComponentType<OrderPageProps>> =>
  (await import('./order/OrderPage.tsx')).OrderPage

export interface LoadedPages {
  linked: LinkedPage | null
  order: ComponentType<OrderPageProps> | null
}

/** What the first view of an address needs. */
export async function loadPages(address: Address): Promise<LoadedPages> {
  const name = linkedPageOf(address)
  const [linked, order] = await Promise.all([
    name && linkedPages[name](),
    isOrder(address) ? loadOrderPage() : null,
  ])
  return { linked, order }
}

/** Their source paths in the build manifest. */
export function pageSources(address: Address): string[] {
  const name = linkedPageOf(address)
  return [...(name ? [linkedPageSources[name]] : []), ...(isOrder(address) ? [orderPageSource] : [])]
}

const orderPageSource = 'src/web/visitor/order/OrderPage.tsx'
const linkedPageSources: Record<LinkedPageName, string> = {
  answer: 'src/web/visitor/AnswerPage.tsx',
  accessFile: 'src/web/visitor/AccessFilePage.tsx',
  link: 'src/web/visitor/ResendLinkPage.tsx',
  translation: 'src/web/visitor/TranslationPage.tsx',
}
