import css from './EmailFrame.module.css'

/**
 * The page's policy refuses styles that come as text, so they are set aside before the mail is parsed. What was put into
 * the template has its quotes and brackets escaped: these letters stand in its own tags alone.
 */
const styleSetAside = (html: string) =>
  html
    .replaceAll(' style="', ' data-style="')
    .replaceAll('<style>', '<script type="text/css">')
    .replaceAll('</style>', '</script>')

/** Puts the mail into its empty frame and hands its styles over as objects, which the policy lets pass. */
function fill(frame: HTMLIFrameElement, html: string) {
  const target = frame.contentDocument
  const realm = target?.defaultView
  if (!target || !realm) return
  const mail = new DOMParser().parseFromString(styleSetAside(html), 'text/html')
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

/** A mail as its reader sees it, an empty frame until it is there. Nothing in it can run, be submitted or lead away. */
export function EmailFrame({ html }: { html: string | undefined }) {
  if (html === undefined) return <div className={css.mail} aria-busy="true" />
  return (
    <iframe
      key={html}
      className={css.mail}
      title="Email content"
      sandbox="allow-same-origin"
      srcDoc="<!doctype html>"
      onLoad={(event) => fill(event.currentTarget, html)}
    />
  )
}
