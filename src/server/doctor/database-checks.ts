import { readLastBackup } from '#server/backup/last-backup.ts'
import { openDestination } from '#server/backup/open-destination.ts'
import { readOwner } from '#server/backup/destination-owner.ts'
import { findLateLog } from '#server/backup/waiting-log.ts'
import { isEmpty, readSchemaState, type SchemaState } from '#server/platform/db/migrate.ts'
import { connectionsOfServer } from '#server/platform/db/pool-sizes.ts'
import { readOnlyCure } from '#server/platform/db/session-settings.ts'
import { hasExcessRights } from '#server/platform/db/server-role.ts'
import { installationId } from '#server/platform/server-keys.ts'
import {
  byLimit,
  fault,
  findingsOf,
  NotThere,
  ok,
  orElse,
  reasonOf,
  warning,
  type Check,
  type Finding,
  type Installation,
} from './check.ts'
import {
  countLateMails,
  countStuckJobs,
  selectWaitingMails,
  selectReplicaLag,
  selectServerFacts,
  type ServerFacts,
} from './doctor.queries.ts'

const minVersion = 150_000
/** A start takes two beside those it keeps. */
const fewConnections = 4
/** Seconds. */
const maxReplicaLag = 60
const hourMs = 60 * 60_000
const lateMs = 15 * 60_000
const backupAges = { warning: 2 * 24, fault: 7 * 24 }

export const keysCheck: Check = {
  name: 'keys',
  async run(installation) {
    const { currentKeyId } = await installation.seal()
    return [ok(`${currentKeyId} seals, and every key that is needed is there`)]
  },
}

interface DatabaseFacts extends Omit<ServerFacts, 'now'>, SchemaState {
  /** Of one server. */
  connectionsNeeded: number
  lag: number | null
  hasExcess: boolean
}

const shortList = (names: readonly string[]) =>
  names.length < 4 ? names.join(', ') : `${names[0]} to ${names.at(-1)}`

export const judgeDatabase = ({
  version,
  encoding,
  hasTrigrams,
  closedTrigrams,
  unsafe,
  missing,
  toContract,
  newer,
  takenAway,
  lag,
  hasExcess,
  isReadOnly,
  connectionsLeft,
  connectionsNeeded,
}: DatabaseFacts): Finding[] =>
  orElse(
    findingsOf([
      [
        version < minVersion,
        fault(`PostgreSQL is ${Math.floor(version / 10_000)}: update it to 15 or later`),
      ],
      [encoding !== 'UTF8', fault(`its encoding is ${encoding}: make one with encoding 'UTF8'`)],
      // The first migration makes it in a new database.
      [!hasTrigrams && !isEmpty({ missing }), fault('pg_trgm is missing: create extension pg_trgm')],
      [
        closedTrigrams !== null,
        fault(
          `pg_trgm lies in schema ${closedTrigrams}, which the role may not use: grant usage on schema ${closedTrigrams} to it`,
        ),
      ],
      [isReadOnly, fault(`takes no writes: ${readOnlyCure}`)],
      [
        connectionsLeft < connectionsNeeded,
        (connectionsLeft < fewConnections ? fault : warning)(
          `it has ${connectionsLeft} connections left, and a server takes up to ${connectionsNeeded}: raise max_connections, or lower DATABASE_POOL`,
        ),
      ],
      [unsafe.length > 0, fault(`a power failure loses what was saved: turn on ${unsafe.join(', ')}`)],
      [
        missing.length > 0,
        fault(
          `it lacks ${shortList(missing)}: npm run cli -- migrate as its owner, or start a server of this version`,
        ),
      ],
      [
        takenAway.length > 0,
        fault(`a newer version took away what this one needs (${takenAway.join(', ')}): run that version`),
      ],
      [newer.length > 0, warning(`a newer version has changed it (${newer.join(', ')}): run that version`)],
      [
        toContract.length > 0,
        warning(
          `it keeps what older versions need (${toContract.join(', ')}): once none runs, npm run cli -- migrate --contract`,
        ),
      ],
      [
        hasExcess,
        warning('the role that serves could change the database itself: see MIGRATION_DATABASE_URL'),
      ],
      [
        (lag ?? 0) > maxReplicaLag,
        warning(`a replica is ${Math.round(lag ?? 0)} s behind: look at its load and its connection`),
      ],
    ]),
    `PostgreSQL ${Math.floor(version / 10_000)}, up to date`,
  )

export const databaseCheck: Check = {
  name: 'database',
  async run(installation) {
    const db = await installation.connection()
    return judgeDatabase({
      ...(await selectServerFacts(db)),
      ...(await readSchemaState(db)),
      lag: await selectReplicaLag(db),
      hasExcess: await hasExcessRights(db),
      connectionsNeeded: connectionsOfServer(installation.config),
    })
  },
}

async function lateLogFindings(installation: Installation): Promise<Finding[]> {
  const late = await findLateLog(installation)
  if (!late) return []
  return [
    fault(
      `${late.count} files of the log wait, the oldest for ${late.minutes} minutes: see that BACKUP_TO can be reached and a server runs`,
    ),
  ]
}

/** Reads BACKUP_TO without writing to it. */
async function placeFindings({ config, seal }: Installation): Promise<Finding[]> {
  const { to, key } = config.backup
  if (!to || !key) return []
  try {
    const owner = await readOwner(await openDestination(to, config.backup), key)
    if (owner === null || owner === installationId(await seal())) return []
    return [fault('another installation keeps its backups in BACKUP_TO: give this one another place')]
  } catch (error) {
    if (error instanceof NotThere) throw error
    return [fault(`BACKUP_TO cannot be read: ${reasonOf(error)}`)]
  }
}

export const backupsCheck: Check = {
  name: 'backups',
  async run(installation) {
    const last = await readLastBackup(await installation.db())
    const others = [...(await placeFindings(installation)), ...(await lateLogFindings(installation))]
    if (last === null) return [warning('never backed up: npm run cli -- backup'), ...others]
    if (last === 'unreadable')
      return [fault('the note of the last backup cannot be read: npm run cli -- backup')]
    const hours = (installation.clock().getTime() - Date.parse(last.finishedAt)) / hourMs
    const status = byLimit(hours, backupAges)
    const ago = `the last one ended ${hours < 1 ? 'within the last hour' : `${Math.floor(hours)} hours ago`}`
    const line = last.timeline === null ? `${ago}, without the database, which its provider backs up` : ago
    return [
      {
        status,
        line: status === 'ok' ? line : `${line}: see why none has followed, and npm run cli -- backup`,
      },
      ...others,
    ]
  },
}

export const mailsCheck: Check = {
  name: 'mails',
  async run(installation) {
    const since = new Date(installation.clock().getTime() - lateMs)
    const db = await installation.db()
    const count = await countLateMails(db, since)
    const waiting = (await selectWaitingMails(db)).map(({ provider, cause, count: waits }) =>
      fault(`${waits} ${waits === 1 ? 'waits' : 'wait'} because ${provider} does not take them: ${cause}`),
    )
    const late = fault(
      `${count} should have left a quarter of an hour ago: see that a server runs, and its log`,
    )
    return orElse([...(count > 0 ? [late] : []), ...waiting], 'none waits longer than it should')
  },
}

export const jobsCheck: Check = {
  name: 'jobs',
  async run(installation) {
    const since = new Date(installation.clock().getTime() - lateMs)
    const { late, failed } = await countStuckJobs(await installation.db(), since)
    const found = findingsOf([
      [
        late.length > 0,
        fault(`${late.join(', ')} should have begun a quarter of an hour ago: see that a server runs`),
      ],
      [failed > 0, warning(`${failed} have failed for good: the log of the servers says why`)],
    ])
    return orElse(found, 'none waits longer than it should')
  },
}
