import type { KeySettings } from '#contract/session.ts'
import { moves } from '#contract/rules/statuses.ts'
import { destinations, moveActions, standardKeys, type KeyAction } from './key-table.ts'
import { assignedKeys } from './own-keys.ts'

export interface KeyRow {
  words: string
  actions?: readonly KeyAction[]
  /** Many actions: a few first keys are shown for all. */
  isGroup?: true
  /** Keys that the focused control handles itself. */
  ofControl?: readonly string[]
}

interface KeyScreen {
  title: string
  rows: readonly KeyRow[]
}

/** The keys with their words, by the screens that have them. */
const keyScreens = {
  queue: {
    title: 'A queue',
    rows: [
      { words: 'Next, previous row', actions: ['nextRow', 'previousRow'] },
      { words: 'Open the row', ofControl: ['Enter'] },
      { words: 'Choose; down to here', ofControl: ['Space', 'Shift Space'] },
      { words: 'Assign to me', actions: ['assign'] },
      { words: 'Move to Original Folder', actions: ['giveBack'] },
      { words: 'Refunded it', actions: ['refund'] },
      { words: 'Delete', actions: ['delete'] },
      { words: 'Search this queue', actions: ['search'] },
      { words: 'Filter', actions: ['filter'] },
      { words: 'Next, previous page', actions: ['nextPage', 'previousPage'] },
      { words: 'Columns', actions: ['columns'] },
      { words: 'Export', actions: ['export'] },
      { words: 'Refresh', actions: ['refresh'] },
    ],
  },
  everywhere: {
    title: 'Everywhere',
    rows: [
      { words: 'Find or do', actions: ['palette'] },
      { words: 'Start next', actions: ['startNext'] },
      { words: 'Undo the last act', actions: ['undo'] },
      { words: 'These keys', actions: ['showKeys'] },
      { words: 'Close, back', ofControl: ['Esc'] },
    ],
  },
  order: {
    title: 'An order',
    rows: [
      { words: 'Next, previous of the list', actions: ['nextOrder', 'previousOrder'] },
      { words: 'Next, previous of the journey', actions: ['nextOfJourney', 'previousOfJourney'] },
      { words: 'Copy the fact under the ring', actions: ['copy'] },
      { words: 'Filing sheet', actions: ['filing'] },
      { words: 'Choose a file; then upload', actions: ['upload'] },
      { words: 'Use the proposed document', actions: ['acceptProposal'] },
      { words: 'Correct', actions: ['correct'] },
      { words: 'Ask the customer', actions: ['ask'] },
      {
        words: 'Move to …, then its letter',
        isGroup: true,
        actions: moves.map(({ to }) => moveActions[to]).filter((action) => action !== 'delete'),
      },
      { words: 'Write a comment', actions: ['comment'] },
      { words: 'Templates of the comment', actions: ['templates'] },
      { words: 'Save the comment', ofControl: ['Ctrl Enter'] },
      { words: 'Filter the time line', actions: ['timeLine'] },
      { words: 'View Email Content', actions: ['emailContent'] },
      { words: 'Defence Pack 1', actions: ['defencePack1'] },
      { words: 'Defence Pack 2', actions: ['defencePack2'] },
      { words: 'Transaction details', actions: ['transaction'] },
      { words: 'ChargeBack details', actions: ['dispute'] },
      { words: 'Request: grant, refuse', actions: ['grantRequest', 'refuseRequest'] },
      { words: 'Add dispute', actions: ['addDispute'] },
      { words: 'Dispute answered, accepted', actions: ['disputeAnswered', 'disputeAccepted'] },
      { words: 'Warning: refund, leave', actions: ['disputeRefunded', 'disputeLeft'] },
    ],
  },
  filing: {
    title: 'Filing sheet',
    rows: [
      { words: 'Copy and move on', actions: ['copy'] },
      { words: 'Down, up without copying', actions: ['skip', 'back'] },
      { words: 'Fill the form', actions: ['fillForm'] },
      { words: 'Back to the order', actions: ['backToOrder'] },
      {
        words: 'Traveller',
        isGroup: true,
        actions: [
          'traveller1',
          'traveller2',
          'traveller3',
          'traveller4',
          'traveller5',
          'traveller6',
          'traveller7',
          'traveller8',
          'traveller9',
        ],
      },
    ],
  },
  proposals: {
    title: 'Documents proposed',
    rows: [
      { words: 'Next, previous row', actions: ['nextRow', 'previousRow'] },
      { words: 'Choose', ofControl: ['Space'] },
      { words: 'Send the chosen ones', ofControl: ['Enter'] },
      { words: 'Another order', actions: ['anotherOrder'] },
      { words: 'Ask the customer', actions: ['ask'] },
      { words: 'Not a document', actions: ['dismissProposal'] },
    ],
  },
  mailProblems: {
    title: 'Mail problems',
    rows: [
      { words: 'Correct and resend', ofControl: ['Enter'] },
      { words: 'Needs nothing more', actions: ['settle'] },
    ],
  },
  replies: {
    title: 'Replies',
    rows: [{ words: 'An automatic mail needs nothing more', actions: ['settle'] }],
  },
  disputes: {
    title: 'Disputes',
    rows: [
      { words: 'Open the order, or choose one', ofControl: ['Enter'] },
      { words: 'Link to the order that fits', actions: ['linkDispute'] },
    ],
  },
  goTo: { title: 'Go to', rows: destinations.map(({ path, label }) => ({ words: label, actions: [path] })) },
} satisfies Record<string, KeyScreen>

export type KeyScreenName = keyof typeof keyScreens

export const screensInOrder: readonly [string, KeyScreen][] = Object.entries(keyScreens)

const moveLabels = new Map<string, string>(moves.map(({ to, label }) => [moveActions[to], label]))

/** By action; an action of a group has words of its own. */
export const actionWords: ReadonlyMap<string, string> = new Map(
  screensInOrder.flatMap(([, { rows }]) =>
    rows.flatMap(({ words, isGroup, actions = [] }) =>
      actions.map((action): [string, string] => [action, (isGroup && moveLabels.get(action)) ?? words]),
    ),
  ),
)

/** The words of another action that has these keys, or begins with them; '' if there is none. */
export function takenBy(settings: KeySettings, action: string, keys: string): string {
  const clashing = [...standardKeys].find(([other, standard]) => {
    const theirs = assignedKeys(settings, other)
    // The table gives some keys to several actions that no screen has together.
    const isShared = keys === standardKeys.get(action) && theirs === standard && keys === theirs
    if (other === action || theirs === '' || isShared) return false
    return `${keys} `.startsWith(`${theirs} `) || `${theirs} `.startsWith(`${keys} `)
  })
  return clashing ? (actionWords.get(clashing[0]) ?? '') : ''
}
