import { addDays, jakartaToday, windowOpensOn } from '#contract/rules/dates.ts'
import { nations } from './nations.ts'
import { buyer, type Buyer } from './payments.ts'
import { person, type Person } from './people.ts'
import type { Chance } from './random.ts'
import { stories, type Story } from './stories.ts'

const hour = 60 * 60_000
const regulars = 8

/** Whose travellers come four times as often as others. */
const frequent = new Set('AUS CHN MYS SGP IND JPN KOR VNM TWN THA PHL GBR USA FRA DEU NLD SAU RUS'.split(' '))
const travellers = [...nations, ...[1, 2, 3].flatMap(() => nations.filter(({ code }) => frequent.has(code)))]

interface Customer {
  customer: Person
  buyer: Buyer
}

export interface Told extends Customer {
  story: Story
  /** Its number within the story. */
  index: number
  createdAt: Date
  travelDate: string | null
}

function customerOf(chance: Chance, today: string): Customer {
  const customer = person(chance, { nation: chance.pick(travellers), today, age: [19, 74] })
  return { customer, buyer: buyer(chance) }
}

/** The day of travel that a story asks for. `index` is the order's number within the story. */
function travelDay(
  chance: Chance,
  { travel }: Story,
  index: number,
  createdAt: Date,
  now: Date,
  windowDays: number,
) {
  const today = jakartaToday(now)
  if (travel === null) return null
  if (travel !== 'months') {
    const days = chance.whole(...travel.days)
    if (travel.from === 'today') return addDays(today, days)
    const latest = addDays(today, windowDays)
    const wanted = addDays(jakartaToday(createdAt), days)
    return wanted < latest ? wanted : latest
  }
  const month = new Date(`${today.slice(0, 7)}-01T00:00:00Z`)
  month.setUTCMonth(month.getUTCMonth() + (index % 12))
  const opens = `${month.toISOString().slice(0, 7)}-${String(chance.whole(1, 28)).padStart(2, '0')}`
  const later = opens > today ? opens : `${Number(opens.slice(0, 4)) + 1}${opens.slice(4)}`
  return addDays(later, windowDays)
}

/** Who orders what when, the earliest first, so that order ids grow with time. */
export function tell(chance: Chance, now: Date, windowDays: number): Told[] {
  const today = jakartaToday(now)
  const known = Array.from({ length: regulars }, () => customerOf(chance, today))
  const told = stories.flatMap((story) =>
    Array.from({ length: story.count }, (_, index) => {
      const [least, most] = story.age
      const createdAt = new Date(now.getTime() - chance.whole(least * 3600 + 240, most * 3600) * 1000)
      const travelDate = travelDay(chance, story, index, createdAt, now, windowDays)
      const from = (story.returning && known[index % regulars]) ?? customerOf(chance, today)
      return { story, index, createdAt, travelDate, ...from }
    }),
  )
  return told.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

/** Work begins when the order is there and its window, with the office's morning, has opened. */
export function startOf(createdAt: Date, travelDate: string | null, now: Date, windowDays: number): Date {
  const opens = travelDate ? Date.parse(`${windowOpensOn(travelDate, windowDays)}T01:00:00Z`) : 0
  return new Date(opens > createdAt.getTime() && opens < now.getTime() - hour ? opens : createdAt)
}
