import type { ReactNode, Ref } from 'react'
import { useTexts } from '../localization.ts'
import { SiteFooter } from './SiteFooter.tsx'
import { SiteNav } from './SiteNav.tsx'
import { ToastArea } from './ToastArea.tsx'
import type { Toast } from './toast.ts'
import { TranslationBar } from '../translation/TranslationBar.tsx'
import css from './layout.module.css'

interface PageLayoutProps {
  mainRef: Ref<HTMLElement>
  /** Another page takes the place of the present one as a whole: nothing of it seems to move. */
  pageName: string
  toast: Toast | null
  children: ReactNode
}

/** What stands around every visitor's page (spec §2): languages, navigation, toast, footer. */
export function PageLayout({ mainRef, pageName, toast, children }: PageLayoutProps) {
  const texts = useTexts()
  return (
    <>
      <a className={css.skip} href="#content">
        {texts.skip}
      </a>
      <div className={css.page}>
        <TranslationBar />
        <SiteNav />
        <ToastArea toast={toast} />
        <main key={pageName} id="content" ref={mainRef} tabIndex={-1} className={css.main}>
          {children}
        </main>
        <SiteFooter />
      </div>
    </>
  )
}
