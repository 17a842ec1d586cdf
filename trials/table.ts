import { needs } from './needs.ts'
import { isOneOf, keysOf } from '#contract/rules/typed-keys.ts'

export interface Trial {
  name: string
  /** On two cores. */
  minutes: number
  shows: string
  /** A program of node_modules/.bin with its arguments; a trial's own options follow. */
  command: readonly string[]
  options: string
  /** The caller's settings come first. */
  env: Readonly<Record<string, string>>
  needs: readonly (keyof typeof needs)[]
}

/** Name, minutes, what it shows, its settings and what it runs (`runners`), its options, what it needs. */
const rows = `
crash | 60 | random kills of the server and of PostgreSQL under writes lose nothing that was acknowledged | program faults/crash/run-crash-trial | --kills 200 --writes 100000 --desks 8
boundaries | 60 | a server killed after any statement, file operation or bucket call of a call leaves it whole or undone | program faults/boundaries/run-boundaries | --only TEXT --seed 1 --bucket --sample N --without-end
background | 40 | a server killed at each boundary of its jobs loses no work and does none twice | program faults/boundaries/run-background | --deaths 300
mail-faults | 15 | with broken connections and killed workers, each mail's state matches the providers' logs | program faults/mails/run-mail-faults | --mails 10000 --workers 3 --calls-per-kill 250 --limit 900
kills | 5 | an import, a resealing and the readers of files whose processes are killed end whole | KILLS=1 suite http/import-runs http/reseal safety/hostile-files
move-documents | 3 | a move of documents that is killed again and again loses none, and no download fails meanwhile | KILLS=1 MOVE_ORDERS=60 MOVE_KILLS=3 suite http/move-documents
told | 12 | what each fault of database, store, mail, disk, proxy, key or clock makes /readyz, the notice, the log and doctor say within a minute; nothing acknowledged is lost | program faults/told/run-told | --only TEXT | root
databases | 6 | databases with other schemas, settings, rights, limits and poolers are served whole, or refused in a line with cause and cure | program faults/databases/run-databases | --only TEXT | root debian
outages | 5 | full and read-only disks, failing buckets and absent databases are refused with 503 in time | program faults/outages/run-outages |  | root
bulk | 15 | a change of 100,000 orders survives kills of its worker and can be undone | KILLS=1 BULK_ORDERS=100000 BULK_CHOICES=20 BULK_KILLS=5 suite http/bulk-runs
erasure | 5 | after an erasure whose server was killed, nothing of the customer is left | ERASURE_ORDERS=20 ERASURE_KILLS=10 suite safety/erasure
drafts | 10 | a comment that its field calls kept survives kills of browser and server | DRAFT_KILLS=100 pages draft-kills
races | 35 | of twenty simultaneous calls over two servers one wins, in each kind of race; of two events at once neither undoes the other | program faults/races/run-races | [races] --seed 1 --pairs 100
queues | 5 | counts, lists and rules agree after any sequence of calls and after 32 writers at once | QUEUE_SEQUENCES=60 QUEUE_WRITERS=32 suite http/queues
corrections | 15 | two members who correct one order in random interleavings lose nothing, and each is told what the other changed | CORRECTION_ROUNDS=1000 suite http/corrections
two-servers | 20 | the HTTP tests pass with each test's calls spread over two servers | TWO_SERVERS=1 suite
pooled | 20 | the HTTP tests pass through PgBouncer in transaction mode | POOLED=1 suite |  | root debian
failover | 30 | killed primaries, cut networks and a killed etcd leader lose no acknowledged write | program failover/run-failover | --rounds 20 --desks 4 --keep --install | root debian networkNamespaces
containers | 10 | compose.yaml comes up as it stands, confined, and survives a killed server and a stop | program containers/run-containers | --keep | root debian networkNamespaces
backup | 3 | backups under load, killed restores, a bucket and two installations in one place lose nothing | tests backup/backup
ratios | 2 | ratios of 100,000 orders equal a count of the same rows | tests ratios/ratios
restore | 10 | a backup made under load restores every acknowledged order; times and sizes | program backup/run-restore 1000000 | [orders] --folder FOLDER
upgrade | 15 | an upgrade under load fails no request, and data folders of landed versions come up | program upgrade/run-upgrade | --from COMMIT --desks 4 --seconds 10 --no-plant --no-course --landed 6 | history
embedded-contract | 2 | contracting an embedded database waits for older servers to end | tests upgrade/embedded-contract
release | 3 | two archives of a commit are equal, complete, and run without the sources | tests release/release |  | cleanTree
packages | 2 | no package that runs has a known vulnerability, and the pinned versions are the newest that fit | script check-packages
hostile-files | 2 | every hostile document costs its own preview and nothing else | EVERY_HOSTILE_FILE=1 suite http/previews
fuzz | 90 | a million hostile and half-valid requests of every call are answered as the contract says | program fuzz/run-fuzz | --requests 1000000 --seed N
guesses | 10 | no guess of ids, e-mails, file names and cookies of other orders succeeds, nor does the time of a refusal tell why | program safety/run-guesses | [guesses]
slow-text | 15 | the longest texts of every call, mail and document hold the server up for a moment at most | program slow-text/run-slow-text | --only TEXT --generator NAME
shares | 5 | while one caller takes all there is, lists, uploads and downloads of others take three times as long at most | program shares/run-shares | --only TEXT
cards | 10 | card numbers sent by every way are nowhere at rest, and other numbers are not masked | program safety/run-cards | [cards]
audit | 10 | a day leaves its audit entries, and each planted change of audit and chain is found | program safety/run-audit | [changes]
mutation | 240 | a test fails for each condition and lock that is taken out of a statement that writes | program mutation/run-sql-faults | --only TEXT --every N --lanes 2 --list
preflight | 1 | how many planted errors of each kind preflight finds, and its false alarms | program preflight/run-preflight | --orders 10000 --seed N --show
silence | 5 | a site's outage is told of, and nothing else, in sixty days of orders with the rhythm of day and week and holidays | program silence/run-silence | --days 60 --seed N
telephones | 8 | 10,000 numbers of all countries in twelve ways of writing are read in every part as google-libphonenumber reads them | program telephones/run-telephones | --numbers 10000 --seed N
official-mails | 60 | of 10,000 official mails of seven kinds no wrong one counts as certain; time to the proposal | OFFICIAL_MAILS=10000 tests official-mails/official-mails.trial
files | 60 | each PDF of a public collection that poppler and MuPDF open is accepted, and its exhibit shows what they draw | program files/run-files | FOLDER --only TEXT | debian
recipients | 20 | of 2,000 documents of 500 orders no wrong one goes without a warning, and right ones do not wait | tests files/recipients.trial
packs | 5 | packs 1 and 2 of ten cases are drawn by poppler and MuPDF without a complaint; pictures in test-results/packs | tests files/packs.trial |  | debian
mail-notices | 10 | of public bounces, receipts, absence notes and other mails: what changes a state, opens an item, moves an order, stands in no list | tests mail-in/notices.trial |  | mailFolders
mail-mixed | 20 | mails mixed, doubled and in any order, with a server that is killed again and again: each is kept once, or counted | MIXED_MAILS=10000 tests mail-in/mixed.trial
disputes | 10 | events of Stripe shuffled, doubled, delayed and lost at the first try, with kills, leave orders, disputes, refunds and counts as in order | DISPUTE_EVENTS=10000 tests payments/disputes.trial
mail-in | 2 | of public mails in folders: files found of files sent, words of the writers that are folded away, mails that cannot be read | program mail-in/run-mail-in |  | mailFolders
bench | 40 | each main call beside a bare handler over the same PostgreSQL, as a ratio | program bench/run-bench 1000000 | [orders] --folder FOLDER --only TEXT --rounds 5
soak | 15 | 32 clients for ten minutes: slowest answers, memory, and whether every counter is exact | program bench/run-soak 100000 | [orders] --folder FOLDER --minutes 10
streams | 10 | lists and exports of all orders are streamed: memory, speed, and short calls meanwhile | program bench/run-streams | [orders] --folder FOLDER
screens | 20 | nothing is cut, covered, too small, jumping or a finding of axe on every screen in four sizes | SCREENS=every browser screens.spec
layout | 5 | in every queue no name of 40 letters, id, telephone or head is cut from 1024 to 1920 px and at 150 %, and all up to Assigned To is in sight at 1440 | SCREENS=every browser screens.spec -g queue
pages | 15 | drafts, questions, second factors, households, packs and what else a page does; axe in every state reached | AXE=every-state pages pages/ |  | wholeChromium
journeys | 8 | from the mail to the document on phones of two widths in four languages, with six hindrances; pictures in test-results/journeys | pages phone-journeys
accessibility | 30 | axe finds nothing in any state that the tests of the browser reach, light and dark | AXE=every-state browser
lighthouse | 3 | Lighthouse's four scores of the visitor's pages on its mobile preset, 95 at least | program lighthouse/run-lighthouse | [URL …]
shots | 15 | pictures of every screen in four sizes, light and dark, in shots/ | program screens/run-shots | [FOLDER] --only TEXT
`

const testsOf = (files: readonly string[]) => files.map((file) => `test/${file}.test.ts`)

const runners: Readonly<Record<string, (args: readonly string[]) => readonly string[]>> = {
  program: ([file, ...args]) => ['tsx', `trials/${file}.ts`, ...args],
  script: ([file, ...args]) => ['tsx', `scripts/${file}.ts`, ...args],
  tests: (files) => [
    'vitest',
    'run',
    '--config=trials/vitest.config.ts',
    ...files.map((file) => `trials/${file}`),
  ],
  suite: (files) => ['vitest', 'run', '--project=http', ...testsOf(files)],
  pages: (files) => ['playwright', 'test', '--config=trials/playwright.config.ts', ...files],
  browser: (files) => ['playwright', 'test', ...files],
}

function trialOf(row: string): Trial {
  const [name = '', minutes, shows = '', run = '', options = '', needed = ''] = row
    .split('|')
    .map((cell) => cell.trim())
  const words = run.split(' ')
  const settings = words.filter((word) => /^[A-Z_]+=/.test(word))
  const [runner = '', ...args] = words.slice(settings.length)
  const known = needed.split(' ').filter((need) => isOneOf(keysOf(needs), need))
  return {
    name,
    minutes: Number(minutes),
    shows,
    command: runners[runner]?.(args) ?? [],
    options,
    env: Object.fromEntries(settings.map((setting) => setting.split('=') as [string, string])),
    needs: known,
  }
}

export const trials: readonly Trial[] = rows.trim().split('\n').map(trialOf)
