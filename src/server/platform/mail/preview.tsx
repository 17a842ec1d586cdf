import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { renderToStaticMarkup } from 'react-dom/server'
import { languageCodes, languages, type LanguageCode } from '#contract/rules/languages.ts'
import type { Config } from '#server/config.ts'
import { renderMail, formatSender, type RenderedMail } from './render.ts'
import { findMailDefinition, type MailTemplates } from './define-mail.ts'

const basePath = '/dev/mails'
const widths = [
  { name: 'Phone', px: 375 },
  { name: 'Desktop', px: 720 },
] as const
/** Replaces the mail's media query, because a frame takes its color scheme from the system. */
const schemes = { light: 'not all', dark: 'all' } as const
type Scheme = keyof typeof schemes
const schemeNames = ['light', 'dark'] as const satisfies Scheme[]
const withColorScheme = (html: string, scheme: Scheme) =>
  html.replaceAll('(prefers-color-scheme: dark)', schemes[scheme])

const style = [
  'body { margin: 0; padding: 24px; font: 15px/1.5 system-ui, sans-serif; color: #19191b; background: #f5f6f8 }',
  'nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-bottom: 12px }',
  'a { color: #a3112a } a[aria-current] { font-weight: bold; text-decoration: none }',
  '.frames { display: flex; flex-wrap: wrap; gap: 24px } figure { margin: 0 }',
  'iframe { height: 720px; border: 1px solid #c9cbd0 }',
  'td, th { padding: 2px 16px 2px 0; text-align: left; vertical-align: top }',
  'textarea { width: 100%; max-width: 720px; height: 200px; font: 13px/1.4 monospace }',
  'pre { max-width: 720px; padding: 16px; white-space: pre-wrap; background: #fff; border: 1px solid #c9cbd0 }',
].join('\n')

interface PreviewSelection {
  kind: string
  language: LanguageCode
}
const choice = z.object({
  kind: z.optional(z.string()),
  language: z.optional(z.string()),
  scheme: z.optional(z.string()),
})
const query = (selection: PreviewSelection) => `?${new URLSearchParams({ ...selection }).toString()}`

interface ChoicesProps<Value extends string> {
  label: string
  values: readonly (readonly [value: Value, text: string])[]
  chosen: Value
  addressOf: (value: Value) => string
}

const Choices = <Value extends string>({ label, values, chosen, addressOf }: ChoicesProps<Value>) => (
  <nav aria-label={label}>
    {values.map(([value, text]) => (
      <a key={value} href={basePath + addressOf(value)} aria-current={value === chosen ? 'page' : undefined}>
        {text}
      </a>
    ))}
  </nav>
)

/** The frame of a page for developers. */
export const DevelopmentPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <style>{style}</style>
    </head>
    <body>{children}</body>
  </html>
)

const Page = ({
  kinds,
  shown: selection,
  mail,
}: {
  kinds: readonly string[]
  shown: PreviewSelection
  mail: RenderedMail
}) => (
  <DevelopmentPage title={`${selection.kind} · ${selection.language} · Mails`}>
    <Choices
      label="Mails"
      values={kinds.map((kind) => [kind, kind] as const)}
      chosen={selection.kind}
      addressOf={(kind) => query({ ...selection, kind })}
    />
    <Choices
      label="Languages"
      values={languageCodes.map((code) => [code, languages[code].name] as const)}
      chosen={selection.language}
      addressOf={(language) => query({ ...selection, language })}
    />
    <p>
      From: {formatSender(mail)}
      <br />
      Subject: <b dir="auto">{mail.subject}</b>
    </p>
    <div className="frames">
      {schemeNames.flatMap((scheme) =>
        widths.map(({ name, px }) => (
          <figure key={`${scheme} ${name}`}>
            <figcaption>
              {name}, {scheme}
            </figcaption>
            <iframe
              title={`${name}, ${scheme}`}
              sandbox=""
              src={`${basePath}/html${query(selection)}&scheme=${scheme}`}
              style={{ width: px }}
            />
          </figure>
        )),
      )}
    </div>
    <h1>Text</h1>
    <pre dir="auto">{mail.text}</pre>
  </DevelopmentPage>
)

/** Allows inline styles, as mails have them; no scripts and nothing external. */
export const sendHtml = (reply: FastifyReply, html: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'self'; form-action 'self'",
    )
    .send(html)

const orderIdOf = (sample: object): number | null =>
  'orderId' in sample && typeof sample.orderId === 'number' ? sample.orderId : null

/** Every kind of mail in every language, rendered from its sample like a sent one; for development only. */
export function serveMailPreview(app: FastifyInstance, templates: MailTemplates, config: Config) {
  const kinds = templates.map(({ kind }) => kind)

  function parseSelection(rawQuery: unknown): PreviewSelection {
    const { kind, language } = z.parse(choice, rawQuery)
    return {
      kind: kinds.find((known) => known === kind) ?? kinds[0] ?? '',
      language: languageCodes.find((code) => code === language) ?? 'en',
    }
  }
  function renderSample({ kind, language }: PreviewSelection): RenderedMail {
    const template = findMailDefinition(templates, kind)
    if (!template) throw new Error('there are no templates')
    const { render, sample } = template
    return renderMail(orderIdOf(sample), render({ ...sample, language }, config), config)
  }

  app.get(basePath, (request, reply) => {
    const selection = parseSelection(request.query)
    const page = <Page kinds={kinds} shown={selection} mail={renderSample(selection)} />
    return sendHtml(reply, `<!doctype html>${renderToStaticMarkup(page)}`)
  })
  app.get(`${basePath}/html`, (request, reply) => {
    const { scheme } = z.parse(choice, request.query)
    const { html } = renderSample(parseSelection(request.query))
    return sendHtml(reply, withColorScheme(html, scheme === 'dark' ? 'dark' : 'light'))
  })
}
