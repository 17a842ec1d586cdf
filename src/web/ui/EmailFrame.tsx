import css from './files.module.css'

/**
 * The content security policy refuses inline styles, so they are renamed before parsing. Inserted values are escaped,
 * so these strings occur only in the template's own tags.
 */
const deferStyles = (html: string) =>
  html
    .replaceAll(' style="', ' data-style="')
    .replaceAll('<style>', '<script type="text/css">')
    .replaceAll('</style>', '</script>')

/** Renders the mail and applies its styles through the CSSOM, which the policy allows. */
function renderMail(frame: HTMLIFrameElement, html: string) {
  const target = frame.contentDocument
  const realm = target?.defaultView
  if (!target || !realm) return
  const mail = new DOMParser().parseFromString(deferStyles(html), 'text/html')
  const sheets = [...mail.scripts].map((element) => {
    element.remove()
    const sheet = new realm.CSSStyleSheet()
    sheet.replaceSync(element.text)
    return sheet
  })
  for (const link of mail.links) link.setAttribute('target', '_blank')

  target.replaceChild(target.adoptNode(mail.documentElement), target.documentElement)
  target.adoptedStyleSheets = sheets
  for (const element of target.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset['style'] ?? ''
}

/** A mail as its recipient sees it, sandboxed: no scripts, forms or navigation. */
export function EmailFrame({ html }: { html: string | undefined }) {
  if (html === undefined) return <div className={css.mail} aria-busy="true" />
  return (
    <iframe
      key={html}
      className={css.mail}
      title="Email content"
      sandbox="allow-same-origin"
      srcDoc="<!doctype html>"
      onLoad={(event) => renderMail(event.currentTarget, html)}
    />
  )
}
