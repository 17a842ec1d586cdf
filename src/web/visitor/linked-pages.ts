import type { ComponentType } from 'react'
import type { VisitorPageData } from '#contract/visitor-page-data.ts'
import type { Address } from './address.ts'
import { routeOf } from './routes.ts'

export type LinkedPage = ComponentType<{ initialData: VisitorPageData | null }>

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
  const isOrder = route.page === 'order' && route.orderId !== null
  return parameters.has('link') && !isOrder ? 'link' : null
}

export async function loadLinkedPage(address: Address): Promise<LinkedPage | null> {
  const name = linkedPageOf(address)
  return name && linkedPages[name]()
}

/** Source paths in the build manifest. */
export const linkedPageSources: Record<LinkedPageName, string> = {
  answer: 'src/web/visitor/AnswerPage.tsx',
  accessFile: 'src/web/visitor/AccessFilePage.tsx',
  link: 'src/web/visitor/ResendLinkPage.tsx',
  translation: 'src/web/visitor/TranslationPage.tsx',
}
