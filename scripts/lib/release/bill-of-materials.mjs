import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../project.mjs'

/**
 * What a release is made of, as CycloneDX 1.5: the packages that are installed in its folder, and those that the build
 * has put into the pages' files. `seconds` since 1970 is the time that it bears. Written here because `npm sbom
 * --omit dev` leaves out what packages for development need as well, React and zod among them.
 */
export function billOfMaterials(folder, seconds) {
  const locked = lockedPackages(join(root, 'package-lock.json'))
  const installed = lockedPackages(join(folder, 'node_modules/.package-lock.json'))
  const shipped = { ...bundledPackages(locked), ...installed }
  const { name, version } = locked['']
  const own = { 'bom-ref': `${name}@${version}`, type: 'application', name, version }
  const refs = { '': own['bom-ref'] }
  for (const path of Object.keys(shipped)) refs[path] = describe(path, locked[path])['bom-ref']
  const components = new Map(Object.keys(shipped).map((path) => [refs[path], describe(path, locked[path])]))
  const needs = Object.entries({ '': locked[''], ...shipped })
  const graph = new Map(needs.map(([path, it]) => [refs[path], refsOf(needsOf(it), path, shipped, refs)]))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${idOf([...components.keys()])}`,
    version: 1,
    metadata: { timestamp: new Date(seconds * 1000).toISOString(), component: own },
    components: [...components.values()].sort(byRef),
    dependencies: [...graph].map(([ref, dependsOn]) => ({ ref, dependsOn })),
  }
}

const byRef = (a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)

/** By their paths, such as `node_modules/a/node_modules/b`. */
const lockedPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

const needsOf = ({ dependencies, devDependencies, optionalDependencies, peerDependencies }) =>
  Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies })

/** Where Node finds a package that the one at `path` imports; undefined where it is not there. */
function resolve(name, path, packages) {
  const found = path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`
  if (packages[found] || path === '') return packages[found] && found
  return resolve(name, path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), packages)
}

const refsOf = (names, path, packages, refs) => [
  ...new Set(names.flatMap((name) => refs[resolve(name, path, packages)] ?? [])),
]

/** A UUID of version 8 (RFC 9562), the same for the same packages. */
function idOf(names) {
  const hex = createHash('sha256').update(names.sort().join('\n')).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Packages for development that the browser's pages import, and what those need in turn. */
function bundledPackages(locked) {
  const found = {}
  const add = (name, from) => {
    const path = resolve(name, from, locked)
    if (path === undefined || found[path] || name.startsWith('@types/')) return
    found[path] = locked[path]
    for (const needed of Object.keys({ ...locked[path].dependencies, ...locked[path].peerDependencies }))
      add(needed, path)
  }
  for (const name of importsOfPages()) if (locked[''].devDependencies[name]) add(name, '')
  return found
}

/** Names of packages in the imports of the pages and the form filler. */
function importsOfPages() {
  const texts = ['src/web', 'src/filler', 'src/contract'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.(tsx?|css)$/.test(name))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  )
  const specifier = /(?:\bfrom|^import|\bimport\()\s*['"]((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"]*)?['"]/gm
  return texts.flatMap((text) => [...text.matchAll(specifier)].map(([, name]) => name))
}

function describe(path, { name = path.replace(/.*node_modules\//, ''), version, license, integrity }) {
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes: [
      {
        alg: 'SHA-512',
        content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
      },
    ],
    ...(license && {
      licenses: [license.includes(' ') ? { expression: license } : { license: { id: license } }],
    }),
  }
}
