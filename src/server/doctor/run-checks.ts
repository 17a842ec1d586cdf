import { statfs } from 'node:fs/promises'
import { createMalwareScanner } from '#server/platform/files/malware-scanner.ts'
import { findImportConfinement } from '#server/intake/import/untrusted/in-sandbox.ts'
import { findMailConfinement } from '#server/platform/mail/untrusted/in-sandbox.ts'
import { findPdfConfinement } from '#server/platform/pdf/untrusted/in-sandbox.ts'
import { isLoopbackUrl } from '#server/settings.ts'
import { keepsMails } from '#server/platform/mail/providers.ts'
import { sampleFileRows, walkFileRows } from '#server/platform/files/stored-files.ts'
import { addressCheck, clockCheck, webhooksCheck } from './address-checks.ts'
import {
  fault,
  NotThere,
  ok,
  reasonOf,
  warning,
  type Check,
  type Finding,
  type Installation,
  findingsOf,
  orElse,
} from './check.ts'
import { backupsCheck, databaseCheck, jobsCheck, keysCheck, mailsCheck } from './database-checks.ts'
import { domainCheck } from './domain-check.ts'
import { lookAt } from '#server/platform/self-check.ts'
import { triedParts } from '#server/watching/checked-parts.ts'

const sampleSize = 1000
const gib = 1024 ** 3
const minFree = { warning: { bytes: 5 * gib, share: 0.15 }, fault: { bytes: gib, share: 0.05 } }

const isLess = (free: number, total: number, least: { bytes: number; share: number }) =>
  free < least.bytes || free < total * least.share

export function judgeSpace(free: number, total: number): Finding {
  const line = `${(free / gib).toFixed(1)} GiB of ${(total / gib).toFixed(1)} are free for DATA_DIR`
  if (isLess(free, total, minFree.fault)) return fault(`${line}: make room now, or saving fails`)
  if (isLess(free, total, minFree.warning)) return warning(`${line}: make room soon`)
  return ok(line)
}

const diskCheck: Check = {
  name: 'disk',
  async run({ config }) {
    const { bavail, blocks, bsize } = await statfs(config.dataDir)
    return [judgeSpace(bavail * bsize, blocks * bsize)]
  },
}

const filesCheck: Check = {
  name: 'files',
  async run(installation) {
    const [db, files] = [await installation.db(), await installation.files()]
    let [count, missing] = [0, 0]
    for await (const rows of installation.isThorough ? walkFileRows(db) : sampleFileRows(db, sampleSize)) {
      const found = await Promise.all(rows.map(({ name }) => files.has(name)))
      count += rows.length
      missing += found.filter((isThere) => !isThere).length
    }
    const of = `of ${count}${installation.isThorough ? '' : ' chosen at random'}`
    if (missing === 0) return [ok(`${of}, every one is there`)]
    return [fault(`${of}, ${missing} are not there: npm run cli -- verify-files names them`)]
  },
}

/** Invalid settings are reported before any check runs. */
const settingsCheck: Check = {
  name: 'settings',
  run({ config, allowsInsecureConnections }) {
    const isLocal = isLoopbackUrl(config.publicUrl)
    const found = findingsOf([
      [
        !config.isHttps && !isLocal,
        warning('PUBLIC_URL is http: let a proxy in front speak TLS, and name its https address'),
      ],
      [
        config.isHttps && config.trustProxy === undefined,
        warning('TRUST_PROXY is not set: every visitor counts as the proxy; name its address'),
      ],
      [config.demo && !isLocal, warning('DEMO is on: its members are known; set DEMO=0 where people work')],
      [
        allowsInsecureConnections,
        warning('ALLOW_INSECURE_CONNECTIONS is 1: only for a private network; otherwise take it out'),
      ],
      [
        config.hooks.snsSignatureVersions.includes('1'),
        warning("AWS_SNS_SIGNATURE_V1 is 1: set the topic's SignatureVersion to 2, then take it out"),
      ],
      [
        config.documents.alsoIn !== undefined,
        warning(
          `DOCUMENTS_ALSO_IN is set: run npm run cli -- move-documents --to ${config.documents.keptIn}, then take it out`,
        ),
      ],
      [
        keepsMails(config),
        warning('no mail provider is configured: mails are kept here, not sent; set one (settings.md, Mail)'),
      ],
    ])
    return orElse(found, 'they can be read, and none is insecure')
  },
}

/** Takes in an order and rolls it back, stores and removes a file, and opens each mail provider. */
const workCheck: Check = {
  name: 'work',
  async run({ config, clock, db, seal, files }) {
    const parts = triedParts({ config, clock, db: await db(), seal: await seal(), files: await files() })
    const found = await Promise.all(parts.map(lookAt))
    const faults = found.flatMap((it) =>
      it === null ? [] : [(it.isSlow ? warning : fault)(`${it.lacks} (${it.why})`)],
    )
    return orElse(faults, `tried, and well: ${parts.map(({ name }) => name).join(', ')}`)
  },
}

const scannerCheck: Check = {
  name: 'scanner',
  run: async ({ config }) =>
    config.scanner
      ? [
          (await createMalwareScanner(config.scanner).isReachable())
            ? ok('answers')
            : fault('does not answer, and uploads are refused: start clamd, or see CLAMD'),
        ]
      : [ok('none is set')],
}

const parsersCheck: Check = {
  name: 'parsers',
  async run() {
    try {
      const found = await Promise.all([findPdfConfinement(), findMailConfinement(), findImportConfinement()])
      return [
        found.every(({ stricterWays }) => stricterWays === 0)
          ? ok('start, and reach nothing but what they read')
          : warning(
              'start with fewer limits than Pabean would set: docs/security.md says what the machine must allow',
            ),
      ]
    } catch (error) {
      return [fault(`do not start, so that no file and no mail can be read: ${reasonOf(error)}`)]
    }
  },
}

/** A fault of one check explains faults of later ones. */
const checks: readonly Check[] = [
  settingsCheck,
  databaseCheck,
  keysCheck,
  diskCheck,
  parsersCheck,
  workCheck,
  addressCheck,
  webhooksCheck,
  domainCheck,
  clockCheck,
  scannerCheck,
  backupsCheck,
  filesCheck,
  mailsCheck,
  jobsCheck,
]

async function findingsOfCheck({ name, run }: Check, installation: Installation): Promise<Finding[]> {
  try {
    return await run(installation)
  } catch (error) {
    if (error instanceof NotThere && error.what !== name)
      return [warning(`not looked at, because of the ${error.what}: ${error.message}`)]
    return [fault(`could not be looked at: ${reasonOf(error)}`)]
  }
}

/** Runs the checks in order and reports their findings; returns whether there was a fault. */
export async function runChecks(
  installation: Installation,
  report: (name: string, finding: Finding) => void,
  isChosen: (name: string) => boolean = () => true,
): Promise<boolean> {
  let hasFault = false
  for (const check of checks.filter(({ name }) => isChosen(name)))
    for (const finding of await findingsOfCheck(check, installation)) {
      report(check.name, finding)
      hasFault ||= finding.status === 'fault'
    }
  return hasFault
}
