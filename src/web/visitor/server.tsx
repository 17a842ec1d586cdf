import { renderToString } from 'react-dom/server'
import type { BuildManifest, RenderVisitorPage } from '#contract/visitor-start.ts'
import { Document } from './Document.tsx'
import { startId } from './start.ts'
import { sourceOf, speak } from './texts/languages.ts'

/** The visitor's page as the server answers it: readable before any script runs, with all that the scripts need. */
export const render: RenderVisitorPage = async (start, manifest) => {
  const scripts = [main, ...importsOf(manifest, main), sourceOf(start.language)]
  const styles = scripts.flatMap((source) => manifest[source]?.css ?? [])
  const html = renderToString(
    <Document start={start} spoken={await speak(start.language)}>
      {styles.map((file) => (
        <link key={file} rel="stylesheet" href={`/${file}`} />
      ))}
      {scripts.map((source) => {
        const href = `/${manifest[source]?.file}`
        return source === main ? (
          <script key={source} type="module" src={href} />
        ) : (
          <link key={source} rel="modulepreload" href={href} />
        )
      })}
      <script
        id={startId}
        type="application/json"
        dangerouslySetInnerHTML={{ __html: harmless(JSON.stringify(start)) }}
      />
    </Document>,
  )
  return `<!doctype html>${html}`
}

const main = 'src/web/visitor/main.tsx'

function importsOf(manifest: BuildManifest, source: string, found = new Set<string>()): string[] {
  for (const imported of manifest[source]?.imports ?? []) {
    if (found.has(imported)) continue
    found.add(imported)
    importsOf(manifest, imported, found)
  }
  return [...found]
}

const escapes: Record<string, string> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' }

/** The same JSON, without a sign that could end its block. */
const harmless = (json: string) => json.replaceAll(/[<\u2028\u2029]/g, (sign) => escapes[sign] ?? sign)
