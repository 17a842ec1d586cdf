import { errorMessage } from '../error-code.ts'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import {
  accountForNewDatabase,
  accountForOwner,
  withParentDeathSignal,
  runAs,
  type Account,
} from './account.ts'
import { binariesFor, type Binaries } from './binaries.ts'

export interface Cluster {
  folder: string
  /** Locked while a postmaster runs; absent for a database that is being made. */
  lockPath?: string
  account: Account
  binaries: Binaries
}

export const superuser = 'postgres'

/**
 * The cluster's folder as its programs name it: the folder in which they are started. Root's PostgreSQL account then
 * needs no way to it, and the database lies in DATA_DIR also below a closed folder such as /root.
 */
export const ownFolder = '/proc/self/cwd'

/**
 * Opens the cluster at `dataDir`, or creates it. Throws one line if the cluster cannot be made, or is of another major
 * version.
 */
export async function openCluster(dataDir: string, log: (line: string) => void): Promise<Cluster> {
  const path = resolve(dataDir)
  if (!isPresent(path)) await makeCluster(path, initialise)
  if (!existsSync(path)) throw new Error(`The database that ${path} points to is gone.`)

  const folder = realpathSync(path)
  if (lstatSync(path).isSymbolicLink()) {
    log(
      `The database of DATA_DIR lies in ${folder}, and a copy of DATA_DIR lacks it. To bring it in, stop the server, then: rm ${path} && mv ${folder} ${path}`,
    )
  }
  const owner = statSync(folder)
  const account = accountForOwner(folder, owner)
  const major = readClusterVersion(folder)
  if (owner.uid === 0) {
    throw new Error(`The database folder ${folder} belongs to root, whom PostgreSQL refuses: chown it.`)
  }
  const binaries = await binariesFor(account)
  if (major !== binaries.major) {
    throw new Error(
      `The database in ${folder} was made by PostgreSQL ${major}, and this is PostgreSQL ${binaries.major}: upgrade it, or choose another DATA_DIR.`,
    )
  }
  return { folder, account, binaries, lockPath: `${path}.lock` }
}

/** An empty folder is removed and counts as absent. */
function isPresent(path: string) {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined && !removeIfEmpty(path)
}

export async function makeCluster(path: string, fill: (cluster: Cluster) => Promise<void>): Promise<void> {
  const account = accountForNewDatabase()
  const binaries = await binariesFor(account)
  const parent = dirname(path)
  makeFolder(parent)
  const tempFolder = createTempFolder(join(parent, `.${basename(path)}-`))
  try {
    chmodSync(tempFolder, 0o700)
    if (account.ids) chownSync(tempFolder, account.ids.uid, account.ids.gid)
    await fill({ folder: tempFolder, account, binaries })
    // Renamed when complete, so that a partial cluster never appears and the first of two starts wins.
    renameSync(tempFolder, path)
  } catch (error) {
    rmSync(tempFolder, { recursive: true, force: true })
    if (!isPresent(path)) throw error
  }
}

async function initialise({ folder, account, binaries: { initdb } }: Cluster) {
  const command = [
    initdb,
    `--pgdata=${ownFolder}`,
    `--username=${superuser}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--auth-local=trust',
    '--auth-host=reject',
  ]
  const { code, output } = await runAs(account, await withParentDeathSignal('TERM', command), folder)
  if (code === 0) return
  const reason = output.split('\n').findLast((line) => /error|fatal/i.test(line)) ?? output
  throw new Error(`The database folder ${folder} could not be made: ${reason.trim()}`)
}

const makeFolder = (folder: string) =>
  orThrowNotWritable(folder, () => mkdirSync(folder, { recursive: true }))

const createTempFolder = (prefix: string) => orThrowNotWritable(dirname(prefix), () => mkdtempSync(prefix))

function orThrowNotWritable<T>(folder: string, make: () => T): T {
  try {
    return make()
  } catch (cause) {
    throw new Error(`The data folder ${folder} is not writable: ${errorMessage(cause)}`, { cause })
  }
}

function removeIfEmpty(path: string) {
  try {
    rmdirSync(path)
    return true
  } catch {
    return false
  }
}

function readClusterVersion(folder: string) {
  const file = join(folder, 'PG_VERSION')
  if (!existsSync(file)) throw new Error(`The folder ${folder} holds something else than a database.`)
  return readFileSync(file, 'utf8').trim()
}
