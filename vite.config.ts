import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import mantinePreset from 'postcss-preset-mantine'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
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

const common = {
  plugins: [react()],
  css: { postcss: { plugins: [mantinePreset()] } },
} satisfies UserConfig

const builtPages = {
  emptyOutDir: true,
  manifest: 'manifest.json',
  // The content policy takes scripts, styles and fonts from files of ours only.
  assetsInlineLimit: 0,
} satisfies UserConfig['build']

/** The staff's page; in development the visitor's too. */
const staff: UserConfig = {
  ...common,
  appType: 'mpa',
  publicDir: 'src/web/staff/public',
  plugins: [react(), servePages, compressAssets],
  build: { ...builtPages, outDir: 'dist/web', rolldownOptions: { input: entryOf('staff') } },
}

const visitorAssets = 'assets/visitor'

/** In a build of its own, so that it shares no chunk with the staff's; its HTML is the server's, preloads included. */
const visitor: UserConfig = {
  ...common,
  publicDir: false,
  plugins: [react(), compressAssets],
  build: {
    ...builtPages,
    outDir: 'dist/visitor',
    assetsDir: visitorAssets,
    modulePreload: false,
    rolldownOptions: { input: 'src/web/visitor/main.tsx' },
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
        'render-pack': 'src/server/packs/pdf/render-pack.ts',
        'render-invoice': 'src/server/invoices/render-invoice.ts',
        'render-access-file': 'src/server/privacy/render-access-file.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
}

const parts: Record<string, UserConfig> = { staff, visitor, ssr, server }

/** The mode names the part to build; in development there is one for all pages. */
export default defineConfig(({ mode }) => parts[mode] ?? staff)
