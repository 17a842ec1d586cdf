import type { ReactNode, Ref } from 'react'
import { trackPath } from '#contract/rules/visitor-addresses.ts'
import { LogoMark } from '#web/ui/Logo.tsx'
import { useTexts } from './localization.ts'
import { type Toast, useShowToast } from './toast.ts'
import { TranslationBar } from './TranslationBar.tsx'
import css from './layout.module.css'
import { Icon } from './Icon.tsx'
import { useBrand } from './brand.ts'
import { PersonalText } from './PersonalText.tsx'
import { pathWithTranslation, useAddress } from './address.ts'
import { Disclosure } from './Disclosure.tsx'

interface PageLayoutProps {
  mainRef: Ref<HTMLElement>
  /** Another page replaces `main` as a whole, so that its content does not shift. */
  pageName: string
  toast: Toast | null
  children: ReactNode
}

/** The frame of every page (spec §2). */
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

/** A good toast is announced; a bad one repeats an alert that is announced already. */
function ToastArea({ toast }: { toast: Toast | null }) {
  const texts = useTexts()
  return (
    <section className={css.area} aria-label={texts.messages}>
      <output>{toast?.tone === 'good' && <ToastCard toast={toast} />}</output>
      {toast?.tone === 'bad' && <ToastCard toast={toast} />}
    </section>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const texts = useTexts()
  const show = useShowToast()
  return (
    <span className={css.toast} data-tone={toast.tone}>
      <Icon name={toast.tone === 'good' ? 'ok' : 'alert'} size={22} className={css.mark} />
      <span>{toast.text}</span>
      <button type="button" className={css.close} aria-label={texts.close} onClick={() => show(null)}>
        <Icon name="close" size={18} />
      </button>
    </span>
  )
}

function SiteFooter() {
  const texts = useTexts()
  const contact = useBrand()?.contact
  const links = useSiteLinks()
  return (
    <footer className={css.foot}>
      <div className={css.footerInner}>
        <nav aria-label={texts.footer}>
          <ul className={css.links}>
            {links.map(({ label, url }) => (
              <li key={url}>
                <a href={url}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
        {contact && (
          <address className={css.contact}>
            <a href={`mailto:${contact.email}`}>
              <PersonalText>{contact.email}</PersonalText>
            </a>
            {contact.phone && (
              <a href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}>
                <PersonalText>{contact.phone}</PersonalText>
              </a>
            )}
            {contact.address && <PersonalText>{contact.address}</PersonalText>}
          </address>
        )}
      </div>
    </footer>
  )
}

/** On a narrow screen the links are behind Menu. */
function SiteNav() {
  const texts = useTexts()
  const brand = useBrand()
  const { search } = useAddress()
  return (
    <header className={css.head}>
      <div className={css.inner}>
        <a
          className={`${css.brand} notranslate`}
          translate="no"
          href={pathWithTranslation(trackPath(null), search)}
          aria-label={brand?.name ?? texts.track.title}
        >
          <LogoMark size={34} />
          <span>{brand?.name}</span>
        </a>
        <Links className={css.wide} />
        <Disclosure
          className={css.menu}
          summary={
            <>
              <Icon name="menu" />
              <span>{texts.menu}</span>
            </>
          }
        >
          <Links className={css.list} />
        </Disclosure>
      </div>
    </header>
  )
}

function Links({ className }: { className: string | undefined }) {
  const texts = useTexts()
  const links = useSiteLinks()
  return (
    <nav className={className} aria-label={texts.menu}>
      <ul>
        {links.map(({ label, url, isCurrent }) => (
          <li key={url}>
            <a href={url} aria-current={isCurrent ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface SiteLink {
  label: string
  url: string
  /** It leads to the current page. */
  isCurrent: boolean
}

const isTrackingUrl = (url: string) => url.replace(/\/$/, '').endsWith(trackPath(null))

/**
 * Product sites have their own links, a document portal only Contact Us (spec §2). Labels of the built-in site are
 * translated on every site; other labels are shown unchanged.
 */
function useSiteLinks(): SiteLink[] {
  const brand = useBrand()
  const texts = useTexts()
  if (!brand) return []
  const labels = new Map([
    ...Object.entries(texts.siteLinks),
    ['Track Order', texts.track.title],
    ['Contact Us', texts.contactUs],
  ])
  const links =
    brand.kind === 'portal' ? [{ label: 'Contact Us', url: `mailto:${brand.contact.email}` }] : brand.links
  return links.map(({ label, url }) => ({
    label: labels.get(label) ?? label,
    url,
    isCurrent: isTrackingUrl(url),
  }))
}
