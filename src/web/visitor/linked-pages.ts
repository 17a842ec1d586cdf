import type { ComponentType } from 'react'
import type { VisitorPageData } from '#contract/visitor-page-data.ts'
import { routeOf } from './routes.ts'

export type LinkedPage = ComponentType<{ initialData: VisitorPageData | null }>

/** Pages that only a mailed link opens; each has its own chunk. */
const linkedPages: Partial<Record<string, () => Promise<LinkedPage>>> = {
  answer: async () => (await import('./AnswerPage.tsx')).AnswerPage,
  accessFile: async () => (await import('./AccessFilePage.tsx')).AccessFilePage,
}

export const loadLinkedPage = async (path: string): Promise<LinkedPage | null> =>
  (await linkedPages[routeOf(path).page]?.()) ?? null
