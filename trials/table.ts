import type { needs } from './needs.ts'

export interface Trial {
  name: string
  /** About, on two cores. */
  minutes: number
  shows: string
  /** A program of node_modules/.bin and its arguments; a trial's own options follow. */
  command: string
  /** Its own options, for the list. */
  options?: string
  /** Settings of the trial; those of the caller come first. */
  env?: Readonly<Record<string, string>>
  needs?: readonly (keyof typeof needs)[]
  /** Only by its name, not with `--all`: the reason. */
  alone?: string
}

const trial = (
  name: string,
  minutes: number,
  shows: string,
  command: string,
  more: Omit<Trial, 'name' | 'minutes' | 'shows' | 'command'> = {},
): Trial => ({ name, minutes, shows, command, ...more })

const program = (file: string) => `tsx trials/${file}.ts`
const ownTests = (file: string) => `vitest run --config=trials/vitest.config.ts trials/${file}`
const suite = (...files: string[]) =>
  ['vitest run --project=http', ...files.map((file) => `test/${file}.test.ts`)].join(' ')
const inBrowser = (file: string) => `playwright test --config=trials/playwright.config.ts ${file}`

const everyKill = { KILLS: '1' }

/** A row a trial. */
export const trials: readonly Trial[] = [
  // Kills, outages and races.
  trial(
    'crash',
    60,
    'random kills of the server and of PostgreSQL under writes lose nothing that was acknowledged',
    program('faults/crash/run-crash-trial'),
    { options: '--kills 200 --writes 100000 --desks 8' },
  ),
  trial(
    'boundaries',
    60,
    'a server killed after any statement, file operation or bucket call of a call leaves it whole or undone',
    program('faults/boundaries/run-boundaries'),
    { options: '--only TEXT --seed 1 --bucket --sample N --without-end' },
  ),
  trial(
    'background',
    40,
    'a server killed at each boundary of its jobs loses no work and does none twice',
    program('faults/boundaries/run-background'),
    { options: '--deaths 300' },
  ),
  trial(
    'mail-faults',
    15,
    "with broken connections and killed workers, each mail's state matches the providers' logs",
    program('faults/mails/run-mail-faults'),
    { options: '--mails 10000 --workers 3 --calls-per-kill 250 --limit 900' },
  ),
  trial(
    'kills',
    5,
    'an import, a resealing and the readers of files whose processes are killed end whole',
    suite('http/import-runs', 'http/reseal', 'safety/hostile-files'),
    { env: everyKill },
  ),
  trial(
    'move-documents',
    3,
    'a move of documents that is killed again and again loses none, and no download fails meanwhile',
    suite('http/move-documents'),
    { env: { ...everyKill, MOVE_ORDERS: '60', MOVE_KILLS: '3' } },
  ),
  trial(
    'outages',
    5,
    'full and read-only disks, failing buckets and absent databases are refused with 503 in time',
    program('faults/outages/run-outages'),
    { needs: ['root'] },
  ),
  trial(
    'bulk',
    15,
    'a change of 100,000 orders survives kills of its worker and can be undone',
    suite('http/bulk-runs'),
    { env: { ...everyKill, BULK_ORDERS: '100000', BULK_CHOICES: '20', BULK_KILLS: '5' } },
  ),
  trial(
    'erasure',
    5,
    'after an erasure whose server was killed, nothing of the customer is left',
    suite('safety/erasure'),
    { env: { ERASURE_ORDERS: '20', ERASURE_KILLS: '10' } },
  ),
  trial(
    'drafts',
    10,
    'a comment that its field calls kept survives kills of browser and server',
    inBrowser('draft-kills'),
    { env: { DRAFT_KILLS: '100' } },
  ),
  trial(
    'races',
    35,
    'of twenty simultaneous calls over two servers one wins, in each kind of race; of two events at once neither undoes the other',
    program('faults/races/run-races'),
    { options: '[races] --seed 1 --pairs 100' },
  ),
  trial(
    'queues',
    5,
    'counts, lists and rules agree after any sequence of calls and after 32 writers at once',
    suite('http/queues'),
    { env: { QUEUE_SEQUENCES: '60', QUEUE_WRITERS: '32' } },
  ),
  // Installations.
  trial('two-servers', 20, "the HTTP tests pass with each test's calls spread over two servers", suite(), {
    env: { TWO_SERVERS: '1' },
  }),
  trial('pooled', 20, 'the HTTP tests pass through PgBouncer in transaction mode', suite(), {
    env: { POOLED: '1' },
    needs: ['root', 'debian'],
  }),
  trial(
    'failover',
    30,
    'killed primaries, cut networks and a killed etcd leader lose no acknowledged write',
    program('failover/run-failover'),
    {
      options: '--rounds 20 --desks 4 --keep --install',
      needs: ['root', 'debian', 'networkNamespaces'],
    },
  ),
  trial(
    'containers',
    10,
    'compose.yaml comes up as it stands, confined, and survives a killed server and a stop',
    program('containers/run-containers'),
    { options: '--keep', needs: ['root', 'debian', 'networkNamespaces'] },
  ),
  trial(
    'backup',
    3,
    'backups under load, killed restores, a bucket and two installations in one place lose nothing',
    ownTests('backup/backup'),
  ),
  trial(
    'restore',
    10,
    'a backup made under load restores every acknowledged order; times and sizes',
    `${program('backup/run-restore')} 1000000`,
    { options: '[orders] --folder FOLDER' },
  ),
  trial(
    'upgrade',
    15,
    'an upgrade under load fails no request, and data folders of landed versions come up',
    program('upgrade/run-upgrade'),
    {
      options: '--from COMMIT --desks 4 --seconds 10 --no-plant --no-course --landed 6',
      needs: ['history'],
    },
  ),
  trial(
    'embedded-contract',
    2,
    'contracting an embedded database waits for older servers to end',
    ownTests('upgrade/embedded-contract'),
  ),
  trial(
    'release',
    3,
    'two archives of a commit are equal, complete, and run without the sources',
    ownTests('release/release'),
    { needs: ['cleanTree'] },
  ),
  trial(
    'packages',
    2,
    'no package that runs has a known vulnerability, and the pinned versions are the newest that fit',
    'tsx scripts/check-packages.ts',
  ),
  // Hostile input.
  trial(
    'hostile-files',
    2,
    'every hostile document costs its own preview and nothing else',
    suite('http/previews'),
    { env: { EVERY_HOSTILE_FILE: '1' } },
  ),
  trial(
    'fuzz',
    90,
    'a million hostile and half-valid requests of every call are answered as the contract says',
    program('fuzz/run-fuzz'),
    { options: '--requests 1000000 --seed N' },
  ),
  trial(
    'hostile-input',
    2,
    'markup in every field of an order is drawn as text in the list, order view, mail and visitor page',
    inBrowser('hostile-input'),
  ),
  trial(
    'guesses',
    10,
    'no guess of ids, e-mails, file names and cookies of other orders succeeds, nor does the time of a refusal tell why',
    program('safety/run-guesses'),
    { options: '[guesses]' },
  ),
  trial(
    'slow-text',
    15,
    'the longest texts of every call, mail and document hold the server up for a moment at most',
    program('slow-text/run-slow-text'),
    { options: '--only TEXT --generator NAME' },
  ),
  trial(
    'shares',
    5,
    'while one caller takes all there is, lists, uploads and downloads of others take three times as long at most',
    program('shares/run-shares'),
    { options: '--only TEXT' },
  ),
  trial(
    'cards',
    10,
    'card numbers sent by every way are nowhere at rest, and other numbers are not masked',
    program('safety/run-cards'),
    { options: '[cards]' },
  ),
  trial(
    'audit',
    10,
    'a day leaves its audit entries, and each planted change of audit and chain is found',
    program('safety/run-audit'),
    { options: '[changes]' },
  ),
  trial(
    'mutation',
    240,
    'a test fails for each condition and lock that is taken out of a statement that writes',
    program('mutation/run-sql-faults'),
    { options: '--only TEXT --every N --lanes 2 --list' },
  ),
  // What the product finds.
  trial(
    'preflight',
    1,
    'how many planted errors of each kind preflight finds, and its false alarms',
    program('preflight/run-preflight'),
    { options: '--orders 10000 --seed N --show' },
  ),
  trial(
    'official-mails',
    60,
    'of 10,000 official mails of seven kinds no wrong one counts as certain; time to the proposal',
    ownTests('official-mails/official-mails.trial'),
    { env: { OFFICIAL_MAILS: '10000' } },
  ),
  // Speed and scale.
  trial(
    'bench',
    40,
    'each main call beside a bare handler over the same PostgreSQL, as a ratio',
    `${program('bench/run-bench')} 1000000`,
    { options: '[orders] --folder FOLDER --only TEXT --rounds 5' },
  ),
  trial(
    'soak',
    15,
    '32 clients for ten minutes: slowest answers, memory, and whether every counter is exact',
    `${program('bench/run-soak')} 100000`,
    { options: '[orders] --folder FOLDER --minutes 10' },
  ),
  trial(
    'streams',
    10,
    'lists and exports of all orders are streamed: memory, speed, and short calls meanwhile',
    program('bench/run-streams'),
    { options: '[orders] --folder FOLDER' },
  ),
  trial(
    'live',
    5,
    'what 500 following desks cost, and that desks with cut streams miss no change',
    program('bench/run-live'),
    { options: '--orders 10000 --folder FOLDER --seconds 60 --cuts 1000' },
  ),
  // The pages.
  trial('web', 5, 'how long a member waits in a browser for the painted frame', program('bench/run-web'), {
    options: '[orders] --folder FOLDER --rounds 30',
  }),
  trial(
    'screens',
    20,
    'nothing is cut, covered, too small, jumping or a finding of axe on every screen in four sizes',
    'playwright test screens.spec',
    { env: { SCREENS: 'every' } },
  ),
  trial(
    'pages',
    15,
    'drafts, questions, second factors, households, packs and what else a page does; axe in every state reached',
    inBrowser('pages/'),
    { env: { AXE: 'every-state' }, needs: ['wholeChromium'] },
  ),
  trial(
    'accessibility',
    30,
    'axe finds nothing in any state that the tests of the browser reach, light and dark',
    'playwright test',
    { env: { AXE: 'every-state' } },
  ),
  trial(
    'lighthouse',
    3,
    "Lighthouse's four scores of the visitor's pages on its mobile preset, 95 at least",
    program('lighthouse/run-lighthouse'),
    { options: '[URL …]' },
  ),
  trial(
    'shots',
    15,
    'pictures of every screen in four sizes, light and dark, in shots/',
    program('screens/run-shots'),
    { options: '[FOLDER] --only TEXT', alone: 'makes pictures to look at' },
  ),
]
