import type * as z from 'zod/mini'
import { correctOrder } from '#contract/corrections.ts'
import { conflictData } from '#contract/revisions.ts'
import { mergeChanges, type Data } from '#contract/rules/merge-changes.ts'
import type { Chance } from '#server/demo/random.ts'
import type { Caller } from './use-test-app.ts'

/** The fields that the members correct; every value that they enter is unique. */
const fields = ['arrival_full_name', 'arrival_place_of_birth', 'arrival_occupation'] as const

type Form = Record<string, unknown>

const textsIn = (data: unknown): string[] =>
  typeof data === 'string'
    ? [data]
    : typeof data === 'object' && data !== null
      ? Object.values(data).flatMap(textsIn)
      : []

/** The unique values; answers and groups occur everywhere. */
const uniqueIn = (data: unknown) => textsIn(data).filter((text) => /\d/.test(text))

const rowsOf = (form: Form, key: string): Data[] => {
  const rows = form[key]
  return Array.isArray(rows) ? [...rows] : []
}

/** A member with the dialog open: what they saw, what their form has, and what they mean to replace. */
class CorrectingMember {
  private base: Form = {}
  private form: Form = {}
  private revision = 0
  private count = 0
  private readonly seen = new Set<string>()
  private replaces = new Set<string>()

  constructor(
    private readonly name: string,
    private readonly as: Caller,
    private readonly orderId: number,
    private readonly chance: Chance,
  ) {}

  private async read(): Promise<Form> {
    const { revision, familyMember, importingGoods, ...order } = await this.as.order(this.orderId)
    this.revision = revision
    const form = {
      ...Object.fromEntries(fields.map((key) => [key, order[key] ?? ''])),
      familyMember,
      importingGoods,
    }
    this.see(form)
    return form
  }

  private see(data: unknown) {
    for (const text of uniqueIn(data)) this.seen.add(text)
  }

  async open(): Promise<void> {
    this.base = await this.read()
    this.form = structuredClone(this.base)
    this.replaces = new Set()
  }

  private fresh(what: string): string {
    this.count += 1
    const text = `${what} ${this.name} ${this.count}`
    this.seen.add(text)
    return text
  }

  /** The value that a new one takes the place of is one that the member means to replace. */
  private replace(old: unknown): void {
    for (const text of uniqueIn(old)) this.replaces.add(text)
  }

  private editField(): void {
    const key = this.chance.pick(fields)
    this.replace(this.form[key])
    this.form[key] = this.fresh('text')
  }

  private editRows(rows: Data[], keys: readonly string[], row: () => Data): Data[] {
    const at = this.chance.integer(0, Math.max(0, rows.length - 1))
    const chosen = rows[at]
    const act = chosen === undefined ? 'add' : this.chance.pick(['add', 'change', 'change', 'remove', 'move'])
    if (chosen === undefined || act === 'add')
      return rows.toSpliced(this.chance.integer(0, rows.length), 0, row())
    if (act === 'move') return [...rows.toSpliced(at, 1), chosen]
    if (act === 'change') {
      const key = this.chance.pick(keys)
      this.replace(chosen[key])
      return rows.with(at, { ...chosen, [key]: this.fresh('text') })
    }
    this.replace(chosen)
    return rows.toSpliced(at, 1)
  }

  edit(): void {
    const act = this.chance.integer(1, 10)
    if (act <= 4) return this.editField()
    if (act <= 7) {
      this.form['familyMember'] = this.editRows(
        rowsOf(this.form, 'familyMember'),
        ['family_member_name', 'family_passport_number', 'family_relationship'],
        () => ({
          family_member_name: this.fresh('name'),
          family_passport_number: this.chance.percent(70) ? this.fresh('C') : '',
          family_nationality: '',
          family_other_nationalities: '',
          family_relationship: this.fresh('as'),
        }),
      )
      return
    }
    const [declaration = { animals: 'No', details: [] }] = rowsOf(this.form, 'importingGoods')
    const details = this.editRows(
      rowsOf(declaration, 'details'),
      ['description_of_Goods', 'value', 'units'],
      () => ({ group: 'purchase', description_of_Goods: this.fresh('goods'), value: this.fresh('value') }),
    )
    this.form['importingGoods'] = [{ ...declaration, details }]
  }

  /** Sends what was changed; after a refusal chooses for each conflict, and sends again. Answers what went wrong. */
  async save(): Promise<string[]> {
    const faults: string[] = []
    for (let tries = 0; tries < 20; tries++) {
      const changes = Object.fromEntries(
        Object.entries(this.form).filter(
          ([key, value]) => JSON.stringify(value) !== JSON.stringify(this.base[key]),
        ),
      )
      if (Object.keys(changes).length === 0) return faults
      const { http, body } = await this.as.call(correctOrder, {
        body: { orderId: this.orderId, changes, reason: 'As told.', revision: this.revision },
      })
      if (http === 409) {
        const told = conflictData.parse(body.data)
        this.see(told)
        faults.push(...(await this.settle(told)))
        continue
      }
      if (http !== 200) return [...faults, `answered ${http}: ${body.message}`]
      this.see(body.data.meanwhile)
      const { changed, revision } = body.data
      if (changed.length > 0) faults.push(...(await this.findLost(revision)))
      faults.push(...(await this.findUntold(revision)))
      await this.open()
      return faults
    }
    return [...faults, 'refused twenty times']
  }

  /** As the dialog does it: the stored order is merged into the form, and each conflict is chosen. */
  private async settle(told: z.infer<typeof conflictData>): Promise<string[]> {
    const theirs = await this.read()
    const { conflicts } = mergeChanges(this.base, theirs, this.form)
    const shown = new Set(conflicts.map(({ field }) => field))
    const faults = told.conflicts.flatMap(({ field, by, at }) => [
      ...(by === '' || at === '' ? [`${this.name} was not told who changed ${field}`] : []),
      ...(told.revision === this.revision && !shown.has(field)
        ? [`${this.name} was not shown ${field}`]
        : []),
    ])
    const taken = new Set(conflicts.filter(() => this.chance.percent(50)).map(({ field }) => field))
    for (const conflict of conflicts) if (!taken.has(conflict.field)) this.replace(conflict.theirs)
    this.form = mergeChanges(this.base, theirs, this.form, taken).data
    this.base = theirs
    return faults
  }

  /** Values that this save removed from the order without the member's wish. */
  private async findLost(revision: number): Promise<string[]> {
    const { revision: newest, events } = await this.as.order(this.orderId)
    const corrections = events.filter(({ action }) => action === 'corrected')
    const changes = corrections[newest - revision]?.details['changes']
    return Object.values(Object(changes)).flatMap((change) => {
      const { from, to } = Object(change)
      const left = new Set(uniqueIn(to))
      return uniqueIn(from)
        .filter((text) => !left.has(text) && !this.replaces.has(text))
        .map((text) => `${this.name} lost ${text}`)
    })
  }

  /** Values of others that the member has never been shown. */
  private async findUntold(revision: number): Promise<string[]> {
    const { revision: newest, familyMember, importingGoods, ...order } = await this.as.order(this.orderId)
    if (newest !== revision) return []
    return uniqueIn([fields.map((key) => order[key]), familyMember, importingGoods])
      .filter((text) => !this.seen.has(text))
      .map((text) => `${this.name} was not told ${text}`)
  }
}

/** Two members who correct one order by turns and at once; answers values that were lost and members who were not told. */
export async function correctAtOnce(
  orderId: number,
  callers: readonly [Caller, Caller],
  chance: Chance,
): Promise<string[]> {
  const [first, second] = [
    new CorrectingMember('one', callers[0], orderId, chance),
    new CorrectingMember('two', callers[1], orderId, chance),
  ] as const
  const faults: string[] = []
  await Promise.all([first.open(), second.open()])
  for (let step = 0; step < 12; step++) {
    const member = chance.pick([first, second])
    if (chance.percent(60)) member.edit()
    else if (chance.percent(70)) faults.push(...(await member.save()))
    else faults.push(...(await Promise.all([first.save(), second.save()])).flat())
  }
  faults.push(...(await first.save()), ...(await second.save()))
  return faults
}
