import { errorMessage } from '../error-code.ts'
import { createHash } from 'node:crypto'
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
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import {
  accountForNewDatabase,
  accountForOwner,
  withParentDeathSignal,
  runAs,
  type Account,
} from './account.ts'
import { binariesFor, makeStateFolder, stateFolder, type Binaries } from './binaries.ts'

export interface Cluster {
  folder: string
  account: Account
  binaries: Binaries
}

export const superuser = 'postgres'

/**
 * Opens the cluster at `dataDir`, or creates it. Where root's PostgreSQL account cannot reach that path, a symbolic
 * link stands there, so that a recreated data folder never meets an old database. Throws one line if the cluster cannot
 * be made or reached, or is of another major version.
 */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const path = resolve(dataDir)
  if (!isPresent(path)) await makeCluster(path, initialise)
  if (!existsSync(path)) throw new Error(`The database that ${path} points to is gone.`)

  const folder = realpathSync(path)
  const owner = statSync(folder)
  const account = accountForOwner(folder, owner)
  const major = readClusterVersion(folder)
  if (owner.uid === 0) {
    throw new Error(`The database folder ${folder} belongs to root, whom PostgreSQL refuses: chown it.`)
  }
  const [isReachable, binaries] = await Promise.all([canEnter(account, folder), binariesFor(account)])
  if (!isReachable) {
    throw new Error(`User ${account.name}, who runs PostgreSQL, cannot reach the database folder ${folder}.`)
  }
  if (major !== binaries.major) {
    throw new Error(
      `The database in ${folder} was made by PostgreSQL ${major}, and this is PostgreSQL ${binaries.major}: upgrade it, or choose another DATA_DIR.`,
    )
  }
  return { folder, account, binaries }
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
  const reachable = !account.ids || (await canEnter(account, parent))
  const tempFolder = reachable
    ? createTempFolder(join(parent, `.${basename(path)}-`))
    : createTempStateFolder(path)
  try {
    chmodSync(tempFolder, 0o700)
    if (account.ids) chownSync(tempFolder, account.ids.uid, account.ids.gid)
    await fill({ folder: tempFolder, account, binaries })
    // Renamed when complete, so that a partial cluster never appears and the first of two starts wins.
    if (reachable) renameSync(tempFolder, path)
    else symlinkSync(tempFolder, path)
  } catch (error) {
    rmSync(tempFolder, { recursive: true, force: true })
    if (!isPresent(path)) throw error
  }
}

async function initialise({ folder, account, binaries: { initdb } }: Cluster) {
  const command = [
    initdb,
    `--pgdata=${folder}`,
    `--username=${superuser}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--auth-local=trust',
    '--auth-host=reject',
  ]
  const { code, output } = await runAs(account, await withParentDeathSignal('TERM', command))
  if (code === 0) return
  const reason = output.split('\n').findLast((line) => /error|fatal/i.test(line)) ?? output
  throw new Error(`The database folder ${folder} could not be made: ${reason.trim()}`)
}

const makeFolder = (folder: string) =>
  orThrowNotWritable(folder, () => mkdirSync(folder, { recursive: true }))

const createTempFolder = (prefix: string) => orThrowNotWritable(dirname(prefix), () => mkdtempSync(prefix))

function createTempStateFolder(path: string) {
  makeStateFolder()
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 12)
  return createTempFolder(join(stateFolder, `data-${hash}-`))
}

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

const canEnter = async (account: Account, folder: string) =>
  (await runAs(account, ['test', '-x', folder])).code === 0

function readClusterVersion(folder: string) {
  const file = join(folder, 'PG_VERSION')
  if (!existsSync(file)) throw new Error(`The folder ${folder} holds something else than a database.`)
  return readFileSync(file, 'utf8').trim()
}
