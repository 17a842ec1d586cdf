import { renderToString } from 'react-dom/server'
import type { BuildManifest, RenderVisitorPage } from '#contract/visitor-page-data.ts'
import { Document, pageDataId } from './Document.tsx'
import { loadPages, pageSources } from './linked-pages.ts'
import { textsSource, loadLocalization } from './localization.ts'

/** Renders the page with the data for hydration. */
export const render: RenderVisitorPage = async (pageData, manifest) => {
  const sources = [mainSource, textsSource(pageData.language), ...pageSources(pageData.address)]
  const scripts = [...new Set(sources.flatMap((source) => [source, ...collectImports(manifest, source)]))]
  const styles = scripts.flatMap((source) => manifest[source]?.css ?? [])
  const html = renderToString(
    <Document
      pageData={pageData}
      localization={await loadLocalization(pageData.language)}
      pages={await loadPages(pageData.address)}
    >
      {styles.map((file) => (
        <link key={file} rel="stylesheet" href={`/${file}`} />
      ))}
      {scripts.map((source) => {
        const href = `/${manifest[source]?.file}`
        return source === mainSource ? (
          <script key={source} type="module" src={href} />
        ) : (
          <link key={source} rel="modulepreload" href={href} />
        )
      })}
      <script
        id={pageDataId}
        type="application/json"
        dangerouslySetInnerHTML={{ __html: escapeForScript(JSON.stringify(pageData)) }}
      />
    </Document>,
  )
  return `<!doctype html>${html}`
}

const mainSource = 'src/web/visitor/main.tsx'

function collectImports(manifest: BuildManifest, source: string, collected = new Set<string>()): string[] {
  for (const imported of manifest[source]?.imports ?? []) {
    if (collected.has(imported)) continue
    collected.add(imported)
    collectImports(manifest, imported, collected)
  }
  return [...collected]
}

const escapes: Record<string, string> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' }

/** Escapes characters that could end the script element. */
const escapeForScript = (json: string) =>
  json.replaceAll(/[<\u2028\u2029]/g, (character) => escapes[character] ?? character)
