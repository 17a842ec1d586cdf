/** Origins of the form filler: the server's own, and the official pages that Admins allow. */
export interface FillerOrigins {
  product: string
  forms: readonly string[]
}

const everyPageOf = (origin: string) => `${origin}/*`

const originOf = (pattern: string) => pattern.replace(/\/\*$/, '')

/** The extension's manifest: it may read and write pages of these origins, and nothing else. */
export const fillerManifest = (version: string, { product, forms }: FillerOrigins) => ({
  manifest_version: 3,
  name: 'Pabean form filler',
  description: 'Fills the official form with what the filing sheet of an order says. It submits nothing.',
  version,
  minimum_chrome_version: '120',
  permissions: ['scripting'],
  host_permissions: [product, ...forms].map(everyPageOf),
  background: { service_worker: 'background.js', type: 'module' },
  content_scripts: [{ matches: [everyPageOf(product)], js: ['page-bridge.js'], run_at: 'document_start' }],
})

/** Reads the origins from the manifest. */
export function originsOfPermissions(hostPermissions: readonly string[]): FillerOrigins {
  const [product = '', ...forms] = hostPermissions.map(originOf)
  return { product, forms }
}
