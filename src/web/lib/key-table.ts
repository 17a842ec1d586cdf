import { queues } from '#contract/rules/queues.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import type { Permission } from '#contract/rules/roles.ts'
import { moves, type MoveTarget } from '#contract/rules/statuses.ts'

/**
 * One row of the key list. Keys are as `readKey` reads them, with a space between the keys of a sequence (`g n`) and the
 * prefix `Ctrl+` (⌘ on a Mac). A letter means the same on every screen.
 */
export interface KeyRow {
  words: string
  /** Key sequence by action; `useShortcuts` registers the handlers. */
  actions?: Readonly<Record<string, string>>
  /**
   * They change something, or open a field into which the letters after them would go: they wait for a further letter
   * (`addKey`), and a member may give them other keys.
   */
  waits?: true
  /** Keys that the focused control handles itself. */
  ofControl?: readonly string[]
  /** Many actions: a few first keys are shown for all. */
  isGroup?: true
}

interface KeyScreen {
  title: string
  rows: readonly KeyRow[]
}

const keyScreens = {
  queue: {
    title: 'A queue',
    rows: [
      { words: 'Next, previous row', actions: { nextRow: 'j', previousRow: 'k' } },
      { words: 'Open the row', ofControl: ['Enter'] },
      { words: 'Choose; down to here', ofControl: ['Space', 'Shift Space'] },
      { words: 'Assign to me', actions: { assign: 'a' }, waits: true },
      { words: 'Move to Original Folder', actions: { giveBack: 'o' }, waits: true },
      { words: 'Refunded it', actions: { refund: 'y' }, waits: true },
      { words: 'Delete', actions: { delete: '#' }, waits: true },
      { words: 'Search this queue', actions: { search: '/' } },
      { words: 'Filter', actions: { filter: 'v' } },
      { words: 'Next, previous page', actions: { nextPage: '>', previousPage: '<' } },
      { words: 'Columns', actions: { columns: 'h' } },
      { words: 'Export', actions: { export: 's' } },
      { words: 'Refresh', actions: { refresh: 'r' } },
    ],
  },
  order: {
    title: 'An order',
    rows: [
      { words: 'Next, previous of the list', actions: { nextOrder: ']', previousOrder: '[' } },
      {
        words: 'Next, previous of the journey',
        actions: { nextOfJourney: '}', previousOfJourney: '{' },
      },
      { words: 'Copy the fact under the ring', actions: { copy: 'c' } },
      { words: 'Filing sheet', actions: { filing: 'f' } },
      { words: 'Choose a file; then upload', actions: { upload: 'u' }, waits: true },
      { words: 'Use the proposed document', actions: { acceptProposal: 'p' }, waits: true },
      { words: 'Correct', actions: { correct: 'e' }, waits: true },
      { words: 'Ask the customer', actions: { ask: 'q' }, waits: true },
      {
        words: 'Move to …, then its letter',
        isGroup: true,
        waits: true,
        actions: {
          moveToAwaiting: 'm a',
          moveToAwaitingGovt: 'm v',
          moveToContactCustomer: 'm c',
          moveToCustomerCalled: 'm l',
          moveToCompleted: 'm d',
          moveToRefunds: 'm r',
          moveToChargeBack: 'm b',
        },
      },
      { words: 'Write a comment', actions: { comment: 'w' } },
      { words: 'Templates of the comment', actions: { templates: 't' }, waits: true },
      { words: 'Save the comment', ofControl: ['Ctrl Enter'] },
      { words: 'Filter the time line', actions: { timeLine: 'l' } },
      { words: 'View Email Content', actions: { emailContent: 'E' }, waits: true },
      { words: 'Defence Pack 1', actions: { defencePack1: 'P 1' }, waits: true },
      { words: 'Defence Pack 2', actions: { defencePack2: 'P 2' }, waits: true },
      { words: 'Transaction details', actions: { transaction: 'T' }, waits: true },
      { words: 'ChargeBack details', actions: { dispute: 'B' }, waits: true },
    ],
  },
  filing: {
    title: 'Filing sheet',
    rows: [
      { words: 'Copy and move on', actions: { copy: 'c' } },
      { words: 'Down, up without copying', actions: { skip: 'j', back: 'k' } },
      { words: 'Fill the form', actions: { fillForm: 'F' }, waits: true },
      { words: 'Back to the order', actions: { backToOrder: 'f' } },
      {
        words: 'Traveller',
        isGroup: true,
        actions: {
          traveller1: '1',
          traveller2: '2',
          traveller3: '3',
          traveller4: '4',
          traveller5: '5',
          traveller6: '6',
          traveller7: '7',
          traveller8: '8',
          traveller9: '9',
        },
      },
    ],
  },
  proposals: {
    title: 'Documents proposed',
    rows: [
      { words: 'Next, previous row', actions: { nextRow: 'j', previousRow: 'k' } },
      { words: 'Choose', ofControl: ['Space'] },
      { words: 'Send the chosen ones', ofControl: ['Enter'] },
      { words: 'Another order', actions: { anotherOrder: 'i' }, waits: true },
      { words: 'Ask the customer', actions: { ask: 'q' }, waits: true },
      { words: 'Not a document', actions: { dismissProposal: 'x' }, waits: true },
    ],
  },
  mailProblems: {
    title: 'Mail problems',
    rows: [
      { words: 'Correct and resend', ofControl: ['Enter'] },
      { words: 'Needs nothing more', actions: { settle: 'x' }, waits: true },
    ],
  },
  replies: {
    title: 'Replies',
    rows: [{ words: 'An automatic mail needs nothing more', actions: { settle: 'x' }, waits: true }],
  },
  everywhere: {
    title: 'Everywhere',
    rows: [
      { words: 'Find or do', actions: { palette: 'Ctrl+K' } },
      { words: 'Start next', actions: { startNext: 'n' }, waits: true },
      { words: 'Undo the last act', actions: { undo: 'z' }, waits: true },
      { words: 'These keys', actions: { showKeys: '?' } },
      { words: 'Close, back', ofControl: ['Esc'] },
    ],
  },
} as const satisfies Record<string, KeyScreen>

export type KeyScreenName = keyof typeof keyScreens | 'goTo'

type Rows = (typeof keyScreens)[keyof typeof keyScreens]['rows'][number]
type ActionsOf<Row> = Row extends { actions: infer Actions } ? keyof Actions : never
/** Actions with a key; navigation to a screen has its path as its name. */
export type KeyAction = ActionsOf<Rows> | `/admin${string}`

interface Destination {
  path: `/admin${string}`
  label: string
  permission: Permission
  keys: string
}

/** Screens that a key opens from everywhere. */
export const destinations: readonly Destination[] = [
  ...Object.values(queues).map((queue) => ({ ...queue, label: queue.heading })),
  ...Object.values(staffScreens),
].flatMap((screen) => ('keys' in screen ? [screen] : []))

const goToRows = destinations.map(({ path, label, keys }): KeyRow => ({
  words: label,
  actions: { [path]: keys },
}))

export const screensInOrder: readonly [KeyScreenName, KeyScreen][] = [
  ['queue', keyScreens.queue],
  ['everywhere', keyScreens.everywhere],
  ['order', keyScreens.order],
  ['filing', keyScreens.filing],
  ['proposals', keyScreens.proposals],
  ['mailProblems', keyScreens.mailProblems],
  ['replies', keyScreens.replies],
  ['goTo', { title: 'Go to', rows: goToRows }],
]

/** Delete uses the key that it has in a queue. */
export const moveActions = {
  Awaiting: 'moveToAwaiting',
  AwaitingGovt: 'moveToAwaitingGovt',
  'Contact Customer': 'moveToContactCustomer',
  'Customer Called': 'moveToCustomerCalled',
  Completed: 'moveToCompleted',
  Refunds: 'moveToRefunds',
  ChargeBack: 'moveToChargeBack',
  Deleted: 'delete',
} as const satisfies Record<MoveTarget, KeyAction>

const moveLabels = new Map<string, string>(moves.map(({ to, label }) => [moveActions[to], label]))

interface ActionKeys {
  words: string
  keys: string
  waits: boolean
}

export const actionKeys: ReadonlyMap<string, ActionKeys> = new Map(
  screensInOrder.flatMap(([, { rows }]) =>
    rows.flatMap(({ words, isGroup, waits = false, actions = {} }) =>
      Object.entries(actions).map(([action, keys]): [string, ActionKeys] => [
        action,
        { words: (isGroup && moveLabels.get(action)) ?? words, keys, waits },
      ]),
    ),
  ),
)
