import css from './dialogs.module.css'

/**
 * Puts the mail into an empty frame. The page's policy refuses styles that come as text, so they are handed over as
 * objects; nothing in the frame can run, submit or lead away.
 */
function fill(frame: HTMLIFrameElement, html: string) {
  const target = frame.contentDocument
  const realm = target?.defaultView
  if (!target || !realm) return
  const mail = new DOMParser().parseFromString(html, 'text/html')

  const sheets = [...mail.querySelectorAll('style')].map((element) => {
    element.remove()
    const sheet = new realm.CSSStyleSheet()
    sheet.replaceSync(element.textContent)
    return sheet
  })
  const styled = [...mail.querySelectorAll<HTMLElement>('[style]')].map((element) => {
    const style = element.getAttribute('style') ?? ''
    element.removeAttribute('style')
    return { element, style }
  })
  for (const link of mail.querySelectorAll('a')) link.target = '_blank'

  target.replaceChild(target.adoptNode(mail.documentElement), target.documentElement)
  target.adoptedStyleSheets = sheets
  for (const { element, style } of styled) element.style.cssText = style
}

/** A mail as its reader sees it. */
export function EmailFrame({ html }: { html: string }) {
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
