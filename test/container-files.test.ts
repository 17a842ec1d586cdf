import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { matchDocuments } from '#contract/proposals.ts'
import { readConfig } from '#server/config.ts'
import { settings } from '#server/settings.ts'

type Values = Record<string, string>
interface Service {
  image: string
  command?: string[]
  env_file?: string[]
  environment?: Values
  volumes?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  healthcheck?: { disable?: boolean }
}
interface Container {
  image: string
  args?: string[]
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  securityContext: unknown
}
interface Manifest {
  kind: string
  metadata: { name: string }
  data?: Values
  stringData?: Values
  spec?: { template?: { spec: { securityContext: unknown; containers: Container[] } } }
}

const readText = (path: string) => readFileSync(path, 'utf8')
const containerfile = readText('Containerfile')
const compose = parse(readText('compose.yaml'), { merge: true }) as { services: Record<string, Service> }
const services = Object.entries(compose.services)
const ownServices = services.filter(([, { image }]) => image.startsWith('pabean:'))
const readExample = (name: string) =>
  Object.fromEntries(
    [...readText(`deploy/${name}.env.example`).matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(
      ([, setting = '', value = '']) => [setting, value],
    ),
  )
const parts = readExample('compose/parts')

const kubernetes = 'deploy/kubernetes'
/** Kustomize's own file lists the applied ones. */
const isManifest = (name: string) => name !== 'kustomization.yaml'
const manifests = readdirSync(kubernetes)
  .filter(isManifest)
  .flatMap((name) =>
    parseAllDocuments(readText(join(kubernetes, name))).map((document) => {
      expect(document.errors, name).toEqual([])
      return document.toJS() as Manifest
    }),
  )
const pods = manifests.flatMap(({ spec }) => spec?.template?.spec ?? [])
const containers = pods.flatMap((pod) => pod.containers)

const isSetting = (name: string) => name in settings.shape
const dataKeys = `k1:${Buffer.alloc(32, 7).toString('base64')}`

/** The configuration maps and secrets of a Kubernetes container, in order. */
const environmentOf = ({ envFrom }: Container): Values =>
  Object.assign(
    {},
    ...envFrom.map(({ configMapRef, secretRef }) => {
      const source = manifests.find(({ metadata }) => metadata.name === (configMapRef ?? secretRef)?.name)
      return source?.data ?? source?.stringData
    }),
  ) as Values

/** Substitutes `${NAME:?}` and `${NAME:-value}` as compose does. */
const fillIn = (text: string, values: Values) =>
  text.replaceAll(
    /\$\{(\w+)(?::[?-]([^}]*))?\}/g,
    (_, name: string, otherwise = '') => values[name] || otherwise,
  )

test('the files set only known settings with valid values (product §10)', () => {
  const given = Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, value || 'x']))
  expect(ownServices.map(([, it]) => it.env_file)).toEqual(ownServices.map(() => ['${PABEAN_SETTINGS:?}']))
  expect(parts['PABEAN_SETTINGS']).toBe('deploy/compose/pabean.env')
  const environments = [
    ...ownServices.map(([, { environment = {} }]) => ({
      ...readExample('compose/pabean'),
      DATA_KEYS: dataKeys,
      ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fillIn(value, given)])),
    })),
    ...containers.map((container) => ({ ...environmentOf(container), DATA_KEYS: dataKeys })),
  ]
  expect(environments.length).toBe(6)
  for (const environment of environments) {
    expect(Object.keys(environment).filter((name) => !isSetting(name))).toEqual([])
    expect(readConfig(environment)).toMatchObject({
      isHttps: true,
      bucket: { bucket: expect.stringMatching(/^pabean/) },
    })
  }
})

test.each(['one', 'pair'])('the example for %s without containers sets only valid settings', (folder) => {
  const example = readExample(`${folder}/pabean`)
  expect(Object.keys(example).filter((name) => !isSetting(name))).toEqual([])
  const secrets = {
    DATA_KEYS: dataKeys,
    BACKUP_KEY: Buffer.alloc(32, 7).toString('base64'),
    AWS_REGION: 'ap-southeast-1',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
  }
  expect(readConfig({ ...example, ...secrets })).toMatchObject({ isHttps: true, demo: false })
})

test("the unit's stop timeout exceeds the server's own", () => {
  expect(readText('deploy/pair/pabean.service')).toContain('TimeoutStopSec=25')
})

test('docs/operations.md contains the proxy files in full, and they allow the largest body', () => {
  const files = ['Caddyfile', 'nginx.conf'].map((name) => readText(`deploy/one/${name}`))
  const page = readText('docs/operations.md')
  expect(files.filter((file) => !page.includes(`\n${file}\`\`\``))).toEqual([])
  const proxies = [...files, readText('deploy/compose/Caddyfile'), readText(join(kubernetes, 'ingress.yaml'))]
  const megabytes = proxies.map((file) => Number(/(?:max_size|body_size|body-size:) (\d+)m/i.exec(file)?.[1]))
  // Proxies use the smaller of the two meanings of a megabyte.
  expect(megabytes.filter((size) => !(size * 1e6 > (matchDocuments.maxBodyBytes ?? Infinity)))).toEqual([])
})

test("only the servers lack the database owner's password", () => {
  const owning = [
    ...ownServices.flatMap(([name, { environment }]) =>
      environment?.['MIGRATION_DATABASE_URL'] ? [name] : [],
    ),
    ...manifests.flatMap(({ metadata, spec }) =>
      spec?.template?.spec.containers.some((it) => environmentOf(it)['MIGRATION_DATABASE_URL'])
        ? [metadata.name]
        : [],
    ),
  ]
  expect(owning).toEqual(['migrate', 'pabean-migrate'])
})

test('every manifest is applied except the example of secrets', () => {
  const { resources } = parse(readText(join(kubernetes, 'kustomization.yaml'))) as { resources: string[] }
  const names = readdirSync(kubernetes).filter((name) => isManifest(name) && !name.includes('.example.'))
  expect(resources.toSorted()).toEqual(names.toSorted())
})

test('the example for compose names exactly the variables of compose.yaml', () => {
  const named = [...readText('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
  expect([...new Set(named)].sort()).toEqual(Object.keys(parts).sort())
})

test('every container has a read-only root file system and no needless right', () => {
  for (const [name, service] of services)
    expect(service, name).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
  for (const { securityContext } of pods)
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 })
  for (const { securityContext } of containers)
    expect(securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    })
  expect(containerfile).toMatch(/^USER 10001:10001$/m)
})

test('copied, mounted and run paths exist', () => {
  const ignored = new Set(readText('.dockerignore').split('\n'))
  const copied = [...containerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, list = '']) =>
    list.split(' '),
  )
  expect(copied.length).toBeGreaterThan(8)
  expect(copied.filter((path) => !existsSync(path) || !ignored.has(`!${path}`))).toEqual([])
  const mounted = services.flatMap(([, { volumes = [] }]) => volumes).filter((it) => it.startsWith('./'))
  expect(mounted.map((it) => it.split(':')[0] ?? '').filter((path) => !existsSync(path))).toEqual([])
  const { scripts, engines } = JSON.parse(readText('package.json')) as { scripts: Values; engines: Values }
  const commands = [...ownServices.map(([, { command }]) => command), ...containers.map(({ args }) => args)]
  for (const [script = '', name = ''] of commands.filter((it) => it !== undefined)) {
    expect(existsSync(script), script).toBe(true)
    if (name) expect(scripts['cli']).toBe(`node ${script}`)
    if (name) expect(readText('src/server/cli.ts')).toMatch(new RegExp(`^  '?${name}'?: `, 'm'))
  }
  const images = [...containerfile.matchAll(/^FROM node:(\d+)-bookworm-slim/gm)].map(([, major]) =>
    Number(major),
  )
  expect(images).toEqual([images[0], images[0]])
  expect(images[0]).toBeGreaterThanOrEqual(Number(engines['node']?.match(/\d+/)?.[0]))
})
