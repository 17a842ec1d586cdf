import type { CSSProperties, ReactNode } from 'react'
import { languages, type LanguageCode } from '#contract/rules/languages.ts'
import type { FooterLink } from './footer-links.ts'

const sans = 'Arial, Helvetica, sans-serif'
const textStyle: CSSProperties = {
  fontFamily: sans,
  fontSize: 16,
  lineHeight: '24px',
  textAlign: 'start',
  color: '#19191b',
}
const smallTextStyle: CSSProperties = {
  fontFamily: sans,
  fontSize: 13,
  lineHeight: '20px',
  textAlign: 'start',
  color: '#4c4d50',
}
const borderStyle = '1px solid #e2e3e6'

/** Dark mode for clients that support it; text and background colours are always set together. */
const darkModeStyles = [
  '@media (prefers-color-scheme: dark) {',
  '.page { background: #101012 !important }',
  '.paper { background: #18191b !important; border-color: #c2152f #2a2b2e #2a2b2e !important }',
  '.ink, .ink a { color: #ecedef !important }',
  '.rule { border-color: #2a2b2e !important }',
  '}',
].join(' ')

interface MailLayoutProps {
  title: string
  language: LanguageCode
  brand: string
  footer: readonly FooterLink[]
  children: ReactNode
}

/**
 * The layout of every mail: one column of at most 600 px made of tables (Outlook for Windows reads the width of an
 * attribute, and no maximum of a style), without pictures or external resources. The
 * cells set the language, because many clients remove html and body.
 */
export function MailLayout({ title, language, brand, footer, children }: MailLayoutProps) {
  const { dir } = languages[language]
  return (
    <html lang={language} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{darkModeStyles}</style>
      </head>
      <body className="page" style={{ margin: 0, padding: 0, background: '#f5f6f8' }}>
        <div className="page" style={{ padding: '24px 12px', background: '#f5f6f8' }}>
          <table
            className="paper"
            role="presentation"
            align="center"
            width="600"
            cellPadding={0}
            cellSpacing={0}
            style={{
              maxWidth: '100%',
              background: '#ffffff',
              border: borderStyle,
              borderTop: '4px solid #c2152f',
            }}
          >
            <tbody>
              <tr>
                <td
                  lang={language}
                  dir={dir}
                  className="ink"
                  style={{ ...textStyle, padding: '24px 28px 28px' }}
                >
                  <p style={{ margin: '0 0 20px', fontWeight: 'bold' }}>{brand}</p>
                  {children}
                </td>
              </tr>
              <tr>
                <td
                  lang={language}
                  dir={dir}
                  className="ink rule"
                  style={{ ...smallTextStyle, padding: '16px 28px', borderTop: borderStyle }}
                >
                  {footer.map(({ label, url }, index) => (
                    <span key={label}>
                      {index > 0 && ' · '}
                      <a href={url} style={{ color: '#4c4d50' }}>
                        {label}
                      </a>
                    </span>
                  ))}
                </td>
              </tr>
            </tbody>
          </table>
        </div>
      </body>
    </html>
  )
}

/** `auto` where the text may be in another language than the mail. */
export const Paragraph = ({ dir, children }: { dir?: 'auto' | undefined; children: ReactNode }) => (
  <p dir={dir} style={{ margin: '0 0 16px' }}>
    {children}
  </p>
)

/**
 * Labels and values side by side. The gap is a cell, so that it works in both directions; `bdi` isolates a value's
 * direction.
 */
export const Facts = ({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) => (
  <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: '0 0 16px' }}>
    <tbody>
      {facts.map(([label, value]) => (
        <tr key={label}>
          <td className="ink" style={{ ...smallTextStyle, padding: '2px 0', verticalAlign: 'top' }}>
            {label}
          </td>
          <td width="16">{'\u00A0'}</td>
          <td className="ink" style={{ ...textStyle, fontWeight: 'bold', wordBreak: 'break-word' }}>
            <bdi>{value}</bdi>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** Outlook for Windows ignores the padding of links; others do not know this property. */
const outlookPadding: CSSProperties & { msoPaddingAlt: string } = { msoPaddingAlt: '12px 28px' }

/** A link on a coloured cell, all of which opens it. */
export const Button = ({ href, children }: { href: string; children: ReactNode }) => (
  <table
    role="presentation"
    bgcolor="#c2152f"
    cellPadding={0}
    cellSpacing={0}
    style={{ margin: '0 0 16px', borderRadius: 6 }}
  >
    <tbody>
      <tr>
        <td align="center" style={outlookPadding}>
          <a
            href={href}
            style={{
              ...textStyle,
              display: 'inline-block',
              padding: '12px 28px',
              fontWeight: 'bold',
              color: '#ffffff',
              textDecoration: 'none',
            }}
          >
            {children}
          </a>
        </td>
      </tr>
    </tbody>
  </table>
)
