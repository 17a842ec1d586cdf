import type { needs } from './needs.ts'

export interface Trial {
  name: string
  shows: string
  /** About, on two cores. */
  minutes: number
  needs?: readonly (keyof typeof needs)[]
  /** A program of node_modules/.bin and its arguments; a trial's own options follow. */
  command: readonly [program: 'tsx' | 'vitest' | 'playwright', ...args: string[]]
  /** Settings of the trial; those of the caller come first. */
  env?: Readonly<Record<string, string>>
  /** Its own options, for the list. */
  options?: string
  /** A folder of trials/packages whose packages it needs. */
  packages?: string
  /** Only by its name, not with `--all`: the reason. */
  alone?: string
}

const ownTests = (...files: string[]): Trial['command'] => [
  'vitest',
  'run',
  '--config=trials/vitest.config.ts',
  ...files,
]
const suite = (...args: string[]): Trial['command'] => ['vitest', 'run', '--project=http', ...args]
const inBrowser = (file: string): Trial['command'] => [
  'playwright',
  'test',
  '--config=trials/playwright.config.ts',
  file,
]

/** A row a trial. */
export const trials: readonly Trial[] = [
  {
    name: 'checks',
    shows: "the trials' own lists fit the code, and their instruments see what is planted for them",
    minutes: 1,
    command: ownTests(
      'trials/table.trial.ts',
      'trials/mutation/',
      'trials/faults/verify-deliveries',
      'trials/bench/bench-',
    ),
  },
  // Kills, outages and races.
  {
    name: 'crash',
    shows: 'random kills of the server and of PostgreSQL under writes lose nothing that was acknowledged',
    minutes: 60,
    command: ['tsx', 'trials/faults/run-crash-trial.ts'],
    options: '--kills 200 --writes 100000 --desks 8',
  },
  {
    name: 'boundaries',
    shows: 'a server killed after any statement or file operation of a call leaves it whole or undone',
    minutes: 60,
    command: ['tsx', 'trials/faults/run-boundaries.ts'],
    options: '--only TEXT --seed 1 --bucket --sample N --without-end',
  },
  {
    name: 'boundaries-bucket',
    shows: 'the same with documents in a bucket, at twelve boundaries of each call',
    minutes: 40,
    command: ['tsx', 'trials/faults/run-boundaries.ts', '--bucket', '--sample', '12'],
  },
  {
    name: 'background',
    shows: 'a server killed at each boundary of its jobs loses no work and does none twice',
    minutes: 40,
    command: ['tsx', 'trials/faults/run-background.ts'],
    options: '--deaths 300',
  },
  {
    name: 'mail-faults',
    shows: "with broken connections and killed workers, each mail's state matches the providers' logs",
    minutes: 15,
    command: ['tsx', 'trials/faults/run-mail-faults.ts'],
    options: '--mails 10000 --workers 3 --calls-per-kill 250 --limit 900',
  },
  {
    name: 'kills',
    shows: 'an import, a resealing and the readers of files whose processes are killed end whole',
    minutes: 5,
    command: suite(
      'test/http/import-runs.test.ts',
      'test/http/reseal.test.ts',
      'test/safety/hostile-files.test.ts',
    ),
    env: { KILLS: '1' },
  },
  {
    name: 'move-documents',
    shows: 'a move of documents that is killed again and again loses none, and no download fails meanwhile',
    minutes: 3,
    command: suite('test/http/move-documents.test.ts'),
    env: { KILLS: '1', MOVE_ORDERS: '60', MOVE_KILLS: '3' },
  },
  {
    name: 'outages',
    shows: 'full and read-only disks, failing buckets and absent databases are refused with 503 in time',
    minutes: 5,
    needs: ['root'],
    command: ['tsx', 'trials/faults/run-outages.ts'],
  },
  {
    name: 'bulk',
    shows: 'a change of 100,000 orders survives kills of its worker and can be undone',
    minutes: 15,
    command: suite('test/http/bulk-runs.test.ts'),
    env: { KILLS: '1', BULK_ORDERS: '100000', BULK_CHOICES: '20', BULK_KILLS: '5' },
  },
  {
    name: 'erasure',
    shows: 'after an erasure whose server was killed, nothing of the customer is left',
    minutes: 5,
    command: suite('test/safety/erasure.test.ts'),
    env: { ERASURE_ORDERS: '20', ERASURE_KILLS: '10' },
  },
  {
    name: 'drafts',
    shows: 'a comment that its field calls kept survives kills of browser and server',
    minutes: 10,
    command: inBrowser('draft-kills'),
    env: { DRAFT_KILLS: '100' },
  },
  {
    name: 'races',
    shows:
      'of twenty simultaneous calls over two servers one wins, in each of 14 kinds of race; of two events at once neither undoes the other',
    minutes: 35,
    command: ['tsx', 'trials/faults/run-races.ts'],
    options: '[races] --seed 1 --pairs 100',
  },
  {
    name: 'start-next',
    shows: 'twenty desks claim 10,000 orders in the order of urgency, none twice',
    minutes: 10,
    command: ownTests('trials/faults/races/start-next-race'),
    env: { START_NEXT_ORDERS: '10000' },
  },
  {
    name: 'queues',
    shows: 'counts, lists and rules agree after any sequence of calls and after 32 writers at once',
    minutes: 5,
    command: suite('test/http/queues.test.ts'),
    env: { QUEUE_SEQUENCES: '60', QUEUE_WRITERS: '32' },
  },
  // Installations.
  {
    name: 'two-servers',
    shows: "the HTTP tests pass with each test's calls spread over two servers",
    minutes: 20,
    command: suite(),
    env: { TWO_SERVERS: '1' },
  },
  {
    name: 'pooled',
    shows: 'the HTTP tests pass through PgBouncer in transaction mode',
    minutes: 20,
    needs: ['root', 'debian'],
    command: suite(),
    env: { POOLED: '1' },
  },
  {
    name: 'failover',
    shows: 'killed primaries, cut networks and a killed etcd leader lose no acknowledged write',
    minutes: 30,
    needs: ['root', 'debian', 'networkNamespaces'],
    command: ['tsx', 'trials/failover/run-failover.ts'],
    options: '--rounds 20 --desks 4 --keep --install',
  },
  {
    name: 'containers',
    shows: 'compose.yaml comes up as it stands, confined, and survives a killed server and a stop',
    minutes: 10,
    needs: ['root', 'debian', 'networkNamespaces'],
    command: ['tsx', 'trials/containers/run-containers.ts'],
    options: '--keep',
  },
  {
    name: 'backup',
    shows:
      'backups under load, killed restores, a bucket and two installations in one place; nothing is lost',
    minutes: 3,
    command: ownTests('trials/backup/backup'),
  },
  {
    name: 'restore',
    shows: 'a backup made under load restores every acknowledged order; times and sizes',
    minutes: 10,
    command: ['tsx', 'trials/restore/run-restore.ts', '1000000'],
    options: '[orders] --folder FOLDER',
  },
  {
    name: 'upgrade',
    shows:
      'an upgrade under load, from 1.0 on, fails no request, and data folders of landed versions come up; with no later version yet, 1.0 is upgraded to itself with planted migrations',
    minutes: 15,
    needs: ['history'],
    command: ['tsx', 'trials/upgrade/run-upgrade.ts'],
    options: '--from COMMIT --desks 4 --seconds 10 --no-plant --no-course --landed 6',
  },
  {
    name: 'embedded-contract',
    shows: 'contracting an embedded database waits for older servers to end',
    minutes: 2,
    command: ownTests('trials/upgrade/embedded-contract'),
  },
  {
    name: 'release',
    shows: 'two archives of a commit are equal, complete, and run without the sources',
    minutes: 3,
    needs: ['cleanTree'],
    command: ownTests('trials/release/release'),
  },
  {
    name: 'packages',
    shows: 'no package that runs has a known vulnerability, and the pinned versions are the newest that fit',
    minutes: 2,
    command: ['tsx', 'scripts/check-packages.ts'],
  },
  // Hostile input.
  {
    name: 'hostile-files',
    shows: 'every hostile document costs its own preview and nothing else',
    minutes: 2,
    command: suite('test/http/previews.test.ts'),
    env: { EVERY_HOSTILE_FILE: '1' },
  },
  {
    name: 'fuzz',
    shows: 'a million hostile and half-valid requests of every call are answered as the contract says',
    minutes: 90,
    command: ['tsx', 'trials/fuzz/run-fuzz.ts'],
    options: '--requests 1000000 --seed N',
  },
  {
    name: 'hostile-input',
    shows:
      'markup in every field of an order is drawn as text in the list, order view, mail and visitor page',
    minutes: 2,
    command: inBrowser('hostile-input'),
  },
  {
    name: 'guesses',
    shows: 'no guess of ids, e-mails, file names and cookies of other orders succeeds',
    minutes: 10,
    command: ['tsx', 'trials/safety/run-guess-attacks.ts'],
    options: '[guesses]',
  },
  {
    name: 'slow-text',
    shows: 'the longest texts of every call, mail and document hold the server up for a moment at most',
    minutes: 15,
    command: ['tsx', 'trials/slow-text/run-slow-text.ts'],
    options: '--only TEXT --generator NAME',
  },
  {
    name: 'shares',
    shows:
      'while one takes all that there is to have, lists, uploads and downloads of others take three times as long at most',
    minutes: 5,
    command: ['tsx', 'trials/shares/run-shares.ts'],
    options: '--only TEXT',
  },
  {
    name: 'timing',
    shows: 'a wrong id, a wrong e-mail and a deleted order take the same time',
    minutes: 5,
    command: ['tsx', 'trials/safety/run-timing.ts'],
    options: '[rounds]',
  },
  {
    name: 'cards',
    shows: 'card numbers sent by every way are nowhere at rest, and other numbers are not masked',
    minutes: 10,
    command: ['tsx', 'trials/safety/run-cards.ts'],
    options: '[cards]',
  },
  {
    name: 'audit',
    shows:
      "a day leaves its audit entries, and each planted change of audit and chain is found; an entry's cost",
    minutes: 10,
    command: ['tsx', 'trials/safety/run-audit.ts'],
    options: '[changes] [views]',
  },
  // Faults planted into the product.
  {
    name: 'mutation-rules',
    shows: 'the unit tests see the faults that Stryker plants into the shared rules',
    minutes: 60,
    command: ['tsx', 'trials/mutation/run-rule-faults.ts'],
    packages: 'stryker',
    options: '--mutate FILE',
  },
  {
    name: 'mutation-sql',
    shows: 'a test fails for each condition that is taken out of a statement that writes',
    minutes: 180,
    command: ['tsx', 'trials/mutation/run-sql-faults.ts'],
    options: '--only TEXT --lanes 2',
  },
  {
    name: 'asvs-faults',
    shows: 'the named test fails for each requirement of ASVS whose lines are taken out',
    minutes: 180,
    command: ['tsx', 'trials/mutation/run-asvs-faults.ts'],
    options: '--of 6,7.2.1 --lanes 2',
  },
  // What the product finds.
  {
    name: 'preflight',
    shows: 'how many planted errors of each kind preflight finds, and its false alarms',
    minutes: 1,
    command: ['tsx', 'trials/preflight/run-preflight.ts'],
    options: '--orders 10000 --seed N --show',
  },
  {
    name: 'day',
    shows: 'a day of 1,000 orders: no document goes to a wrong order, and no window is missed',
    minutes: 60,
    command: ownTests('trials/day/day.trial.ts'),
    env: { DAY_ORDERS: '1000' },
  },
  {
    name: 'official-mails',
    shows: 'of 10,000 official mails of seven kinds no wrong one counts as certain; time to the proposal',
    minutes: 60,
    command: ownTests('trials/day/official-mails.trial.ts'),
    env: { OFFICIAL_MAILS: '10000' },
  },
  // Speed and scale.
  {
    name: 'bench',
    shows: 'each main call beside a bare handler over the same PostgreSQL, as a ratio',
    minutes: 40,
    command: ['tsx', 'trials/bench/run-bench.ts', '1000000'],
    options: '[orders] --folder FOLDER --only TEXT --rounds 5',
  },
  {
    name: 'growth',
    shows: 'each main call with 10,000 and with the orders of a larger folder',
    minutes: 40,
    command: ['tsx', 'trials/bench/run-bench.ts'],
    options: 'ORDERS --folder FOLDER --growth SMALL-FOLDER',
    alone: 'needs two filled folders',
  },
  {
    name: 'soak',
    shows: '32 clients for ten minutes: slowest answers, memory, and whether every counter is exact',
    minutes: 15,
    command: ['tsx', 'trials/bench/run-bench.ts', '100000', '--soak', '10'],
    options: '[orders] --folder FOLDER --soak MINUTES',
  },
  {
    name: 'query-plans',
    shows: 'no main statement reads a whole table of 100,000 orders',
    minutes: 3,
    command: ownTests('trials/bench/query-plans'),
  },
  {
    name: 'import',
    shows: 'the import of 100,000 orders beside a bare COPY of the same rows',
    minutes: 10,
    command: ['tsx', 'trials/bench/run-import.ts'],
    options: '[orders] --rounds 3',
  },
  {
    name: 'all-rows',
    shows: 'lists of all orders are streamed: memory, speed, and short calls meanwhile',
    minutes: 5,
    command: ['tsx', 'trials/bench/run-all-rows.ts'],
    options: '[orders] --folder FOLDER',
  },
  {
    name: 'exports',
    shows: 'CSV and XLSX of all orders are streamed: memory, speed, and short calls meanwhile',
    minutes: 5,
    command: ['tsx', 'trials/bench/run-exports.ts'],
    options: '[orders] --folder FOLDER',
  },
  {
    name: 'start',
    shows: 'how long a start takes, by phases',
    minutes: 3,
    command: ['tsx', 'trials/bench/run-start.ts'],
  },
  {
    name: 'live',
    shows: 'what 500 following desks cost, and that desks with cut streams miss no change',
    minutes: 5,
    command: ['tsx', 'trials/bench/run-live.ts'],
    options: '--orders 10000 --folder FOLDER --seconds 60 --cuts 1000',
  },
  // The pages.
  {
    name: 'web',
    shows: 'how long a member waits in a browser for the painted frame',
    minutes: 5,
    command: ['tsx', 'trials/bench/run-web.ts'],
    options: '[orders] --folder FOLDER --rounds 30',
  },
  {
    name: 'scroll',
    shows: 'scrolling through all rows keeps every frame short',
    minutes: 10,
    command: ['tsx', 'trials/bench/run-scroll.ts'],
    options: '[orders] --folder FOLDER --shots FOLDER',
  },
  {
    name: 'desk',
    shows: "seconds of a member's tasks by the keystroke-level model",
    minutes: 15,
    needs: ['wholeChromium'],
    command: ['tsx', 'trials/desk/run-desk.ts'],
    options: '--only TEXT --rounds 3',
  },
  {
    name: 'screens',
    shows: 'nothing is cut, covered, too small, jumping or a finding of axe on every screen in four sizes',
    minutes: 20,
    command: ['playwright', 'test', 'screens.spec'],
    env: { SCREENS: 'every' },
  },
  {
    name: 'pages',
    shows:
      'drafts, questions, second factors, households, packs and what else a page does; axe in every state reached',
    minutes: 15,
    needs: ['wholeChromium'],
    command: inBrowser('pages/'),
    env: { AXE: 'every-state' },
  },
  {
    name: 'accessibility',
    shows: 'axe finds nothing in any state that the tests of the browser reach, light and dark',
    minutes: 30,
    command: ['playwright', 'test'],
    env: { AXE: 'every-state' },
  },
  {
    name: 'lighthouse',
    shows: "Lighthouse's four scores of the visitor's pages on its mobile preset, 95 at least",
    minutes: 3,
    command: ['tsx', 'trials/lighthouse/run-lighthouse.ts'],
    packages: 'lighthouse',
    options: '[URL …]',
  },
  {
    name: 'shots',
    shows: 'pictures of every screen in four sizes, light and dark, in shots/',
    minutes: 15,
    command: ['tsx', 'trials/screens/run-shots.ts'],
    options: '[FOLDER] --only TEXT',
    alone: 'makes pictures to look at',
  },
]
