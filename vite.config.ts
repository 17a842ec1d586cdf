import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { matchesAny } from './src/contract/rules/page-patterns.ts'
import { staffPagePatterns } from './src/contract/rules/staff-addresses.ts'
import { visitorPagePatterns } from './src/contract/rules/visitor-addresses.ts'

/** Which page answers which address in development, as the server does it in production (spec §2). */
const pages = {
  staff: staffPagePatterns,
  visitor: visitorPagePatterns,
}
const entryOf = (page: string) => `src/web/${page}/index.html`

const servePages: Plugin = {
  name: 'serve-pages',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      const path = request.url?.replace(/\?.*/, '') ?? ''
      const page = Object.entries(pages).find(([, patterns]) => matchesAny(patterns, path))?.[0]
      if (page) request.url = `/${entryOf(page)}`
      next()
    })
  },
}

const colorSchemeScript = 'src/web/staff/color-scheme.ts'

/** A script in one file that shares nothing. */
async function bundleAlone(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'script' } },
  })
  const [output] = [built].flat()
  const [chunk] = output && 'output' in output ? output.output : []
  if (!chunk) throw new Error(`nothing was built of ${entry}`)
  return chunk.code
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8)

/** Puts the colour scheme's script into the staff's HTML, and the font of every page, which else waits for the styles. */
function fillHead(): Plugin {
  let script = { code: '', fileName: '' }
  return {
    name: 'fill-head',
    async buildStart() {
      // A module would wait until the HTML is read.
      const code = await bundleAlone(colorSchemeScript)
      script = { code, fileName: `assets/color-scheme-${hashOf(code)}.js` }
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: script.fileName, source: script.code })
    },
    transformIndexHtml(_html, { bundle, server }) {
      if (server)
        return [
          {
            tag: 'script',
            attrs: { type: 'module', src: `/${colorSchemeScript}` },
            injectTo: 'head-prepend',
          },
        ]
      const font = Object.keys(bundle ?? {}).find((name) => /sans-latin-wght-normal-.*woff2$/.test(name))
      return [
        { tag: 'script', attrs: { src: `/${script.fileName}` }, injectTo: 'head-prepend' },
        {
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${font}` },
          injectTo: 'head-prepend',
        },
      ]
    },
  }
}

/** Bytes of JavaScript and CSS of a first view of the staff's page, gzipped. */
const firstViewBudget = 200_000

/** The build fails where the first view has grown too heavy: what it does not need belongs in a chunk of its own. */
const weighFirstView: Plugin = {
  name: 'weigh-first-view',
  writeBundle(_options, bundle) {
    const weights = firstViewFiles(bundle).map((file) => {
      const content = file.type === 'chunk' ? file.code : file.source
      return { name: file.fileName, bytes: gzipSync(content).length }
    })
    const total = weights.reduce((sum, { bytes }) => sum + bytes, 0)
    if (total > firstViewBudget)
      this.error(
        `the first view weighs ${total} of ${firstViewBudget} bytes: ${weights.map(({ name, bytes }) => `${name} ${bytes}`).join(', ')}`,
      )
  },
}

/** What the HTML names, and what that imports. */
function firstViewFiles(bundle: Rolldown.OutputBundle): (Rolldown.OutputAsset | Rolldown.OutputChunk)[] {
  const html = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.html'))
  const text = html?.type === 'asset' ? String(html.source) : ''
  const named = text.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)
  return [...named].flatMap(([, name = '']) => bundle[name] ?? [])
}

/** Beside each script and style sheet the same in Brotli, smaller than a server could make it while it is asked. */
const compressAssets: Plugin = {
  name: 'compress-assets',
  writeBundle({ dir = '' }, bundle) {
    for (const file of Object.values(bundle)) {
      if (!/\.(js|css|svg)$/.test(file.fileName)) continue
      const content = file.type === 'chunk' ? file.code : file.source
      writeFileSync(`${join(dir, file.fileName)}.br`, brotliCompressSync(content))
    }
  },
}

const common = { plugins: [react()] } satisfies UserConfig

const builtPages = {
  emptyOutDir: true,
  manifest: 'manifest.json',
  // The content policy takes scripts, styles and fonts from files of ours only.
  assetsInlineLimit: 0,
} satisfies UserConfig['build']

/**
 * Few files, since each is a request: the first view in one, what several other screens share in one, then one for each
 * screen and dialog.
 */
const staffChunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'main', tags: ['$initial'] },
  { name: 'forms', minShareCount: 2 },
]

/** The staff's page; in development the visitor's too. */
const staff: UserConfig = {
  ...common,
  appType: 'mpa',
  publicDir: false,
  plugins: [react(), servePages, fillHead(), weighFirstView, compressAssets],
  build: {
    ...builtPages,
    outDir: 'dist/web',
    rolldownOptions: { input: entryOf('staff'), output: { codeSplitting: { groups: staffChunks } } },
  },
}

/** The server's HTML has the style sheets of each page, so that an import preloads none. */
const importPlainly: Plugin = {
  name: 'import-plainly',
  enforce: 'pre',
  load: (id) => (id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load()' : null),
}

const textsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(css|tsx)$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))

/** The visitor's page uses some of the tokens that it shares with the staff's. */
const dropUnusedTokens: Plugin = {
  name: 'drop-unused-tokens',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/styles/tokens.css')) return null
    const using = [
      code,
      ...textsIn('src/web/visitor'),
      readFileSync('src/web/ui/Logo.module.css', 'utf8'),
    ].join('\n')
    const used = new Set([...using.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
    return code.replaceAll(/^\s*(--[\w-]+):[^;]*;/gm, (all, name: string) => (used.has(name) ? all : ''))
  },
}

/** Phones of 2021. `tsconfig.visitor.json` and a browser's test hold the page to what these have. */
const oldestVisitorBrowsers = ['ios15', 'chrome92']

/** The first view in one file, what several other pages share in one. */
const visitorChunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'main', tags: ['$initial'] },
  { name: 'shared', minShareCount: 2 },
]

const visitorAssets = 'assets/visitor'

/** In a build of its own, so that it shares no chunk with the staff's; its HTML is the server's, preloads included. */
const visitor: UserConfig = {
  ...common,
  publicDir: false,
  plugins: [react(), importPlainly, dropUnusedTokens, compressAssets],
  build: {
    ...builtPages,
    outDir: 'dist/visitor',
    assetsDir: visitorAssets,
    modulePreload: false,
    target: oldestVisitorBrowsers,
    cssTarget: oldestVisitorBrowsers,
    rolldownOptions: {
      input: 'src/web/visitor/main.tsx',
      output: { codeSplitting: { groups: visitorChunks } },
    },
  },
}

/** The visitor's page as the server renders it; names of classes and assets are those of `visitor`. */
const ssr: UserConfig = {
  ...common,
  publicDir: false,
  build: {
    outDir: 'dist/ssr',
    assetsDir: visitorAssets,
    emptyOutDir: true,
    target: 'node20',
    ssr: true,
    assetsInlineLimit: 0,
    sourcemap: true,
    rolldownOptions: {
      input: { visitor: 'src/web/visitor/server.tsx' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
}

const server: UserConfig = {
  publicDir: false,
  // Packages of many small modules, which cost a start a tenth of a second more as files of their own.
  ssr: { noExternal: ['kysely', 'zod', 'jose'] },
  build: {
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    ssr: true,
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'src/server/main.ts',
        cli: 'src/server/cli.ts',
        'pdf-sandbox': 'src/server/platform/pdf/untrusted/pdf-sandbox.ts',
        'mail-sandbox': 'src/server/platform/mail/untrusted/mail-sandbox.ts',
        'import-sandbox': 'src/server/intake/import/untrusted/import-sandbox.ts',
        'pack-thread': 'src/server/packs/pack-thread.ts',
        'render-invoice': 'src/server/invoices/render-invoice.ts',
        'render-access-file': 'src/server/privacy/render-access-file.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
}

/** Scripts that the browser puts into pages are no modules. */
const bundleContentScripts: Plugin = {
  name: 'bundle-content-scripts',
  async generateBundle() {
    for (const name of ['page-bridge', 'fill-form-in-page']) {
      const source = await bundleAlone(`src/filler/${name}.ts`)
      this.emitFile({ type: 'asset', fileName: `${name}.js`, source })
    }
    this.emitFile({ type: 'asset', fileName: 'marks.css', source: readFileSync('src/filler/marks.css') })
  },
}

/** The browser extension without its manifest, which `npm run cli -- filler` writes. */
const filler: UserConfig = {
  publicDir: false,
  plugins: [bundleContentScripts],
  build: {
    outDir: 'dist/filler',
    emptyOutDir: true,
    modulePreload: false,
    rolldownOptions: {
      input: { background: 'src/filler/background.ts' },
      output: { entryFileNames: '[name].js' },
    },
  },
}

const parts: Record<string, UserConfig> = { staff, visitor, ssr, server, filler }

/** The mode names the part to build; in development there is one for all pages. */
export default defineConfig(({ mode }) => parts[mode] ?? staff)
