import type { ComponentType } from 'react'
import type { VisitorPageData } from '#contract/visitor-page-data.ts'
import { routeOf } from './routes.ts'

export type LinkedPage = ComponentType<{ initialData: VisitorPageData | null }>

/** Pages that are opened by the link of a mail alone, each in a chunk of its own: no other page leads there. */
const linkedPages: Partial<Record<string, () => Promise<LinkedPage>>> = {
  answer: async () => (await import('./AnswerPage.tsx')).AnswerPage,
  accessFile: async () => (await import('./AccessFilePage.tsx')).AccessFilePage,
}

/** The page at this path, if it is one of these. */
export const loadLinkedPage = async (path: string): Promise<LinkedPage | null> =>
  (await linkedPages[routeOf(path).page]?.()) ?? null
