import { queues } from '#contract/rules/queues.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import type { Permission } from '#contract/rules/roles.ts'
import type { MoveTarget } from '#contract/rules/statuses.ts'

/**
 * Standard keys by action, as `readKey` reads them, with a space between the keys of a sequence (`g n`) and the prefix
 * `Ctrl+` (⌘ on a Mac). A letter means the same on every screen. `key-sheet.ts` has their words.
 */
const plainKeys = {
  nextRow: 'j',
  previousRow: 'k',
  search: '/',
  filter: 'v',
  nextPage: '>',
  previousPage: '<',
  columns: 'h',
  export: 's',
  refresh: 'r',
  nextOrder: ']',
  previousOrder: '[',
  nextOfJourney: '}',
  previousOfJourney: '{',
  copy: 'c',
  filing: 'f',
  comment: 'w',
  timeLine: 'l',
  skip: 'j',
  back: 'k',
  backToOrder: 'f',
  traveller1: '1',
  traveller2: '2',
  traveller3: '3',
  traveller4: '4',
  traveller5: '5',
  traveller6: '6',
  traveller7: '7',
  traveller8: '8',
  traveller9: '9',
  palette: 'Ctrl+K',
  showKeys: '?',
} as const

/**
 * They change something, or open a field into which the letters after them would go: they wait for a further letter
 * (`addKey`), and a member may give them other keys.
 */
const changingKeys = {
  assign: 'a',
  giveBack: 'o',
  refund: 'y',
  delete: '#',
  upload: 'u',
  acceptProposal: 'p',
  correct: 'e',
  ask: 'q',
  moveToAwaiting: 'm a',
  moveToAwaitingGovt: 'm v',
  moveToContactCustomer: 'm c',
  moveToCustomerCalled: 'm l',
  moveToCompleted: 'm d',
  moveToRefunds: 'm r',
  moveToChargeBack: 'm b',
  templates: 't',
  emailContent: 'E',
  defencePack1: 'P 1',
  defencePack2: 'P 2',
  transaction: 'T',
  dispute: 'B',
  grantRequest: 'G',
  refuseRequest: 'N',
  addDispute: 'D',
  disputeAnswered: 'A',
  disputeAccepted: 'C',
  disputeRefunded: 'R',
  disputeLeft: 'L',
  fillForm: 'F',
  anotherOrder: 'i',
  dismissProposal: 'x',
  settle: 'x',
  linkDispute: 'x',
  startNext: 'n',
  undo: 'z',
} as const

type PlainAction = keyof typeof plainKeys
type ChangingAction = keyof typeof changingKeys
/** Navigation to a screen has its path as its name. */
export type KeyAction = PlainAction | ChangingAction | `/admin${string}`

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

export const standardKeys: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ...plainKeys, ...changingKeys }),
  ...destinations.map(({ path, keys }): [string, string] => [path, keys]),
])

export const isChanging = (action: string): action is ChangingAction => Object.hasOwn(changingKeys, action)

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
