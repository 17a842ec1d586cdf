import react from '@vitejs/plugin-react'
import mantinePreset from 'postcss-preset-mantine'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

/** Which page answers which address in development, as the server does it in production (spec §2). */
const pages = {
  staff: /^\/(?:(?:admin|reset-password)(?:\/.*)?|logout|forgot-password|chargeback)?$/,
  visitor: /^\/(?:track-order|get-new-order-details)(?:\/.*)?$/,
}
const entryOf = (page: string) => `src/web/${page}/index.html`

const servePages: Plugin = {
  name: 'serve-pages',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      const path = request.url?.replace(/\?.*/, '') ?? ''
      const page = Object.entries(pages).find(([, address]) => address.test(path))?.[0]
      if (page) request.url = `/${entryOf(page)}`
      next()
    })
  },
}

const web: UserConfig = {
  appType: 'mpa',
  publicDir: 'src/web/staff/public',
  plugins: [react(), servePages],
  css: { postcss: { plugins: [mantinePreset()] } },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: 'manifest.json',
    // The content policy takes scripts, styles and fonts from files of ours only.
    assetsInlineLimit: 0,
    rolldownOptions: { input: Object.keys(pages).map(entryOf) },
  },
}

const server: UserConfig = {
  publicDir: false,
  build: {
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'src/server/main.ts',
        cli: 'src/server/cli.ts',
        'picture-thread': 'src/server/platform/pdf/untrusted/picture-thread.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
}

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? server : web))
