import { comparable } from './label-text.ts'
import { press, pressEscape, type } from './page-events.ts'
import { waitUntil } from './wait-until.ts'
import { monthOf, parseDay } from './write-date.ts'

const openMs = 1000
/** For a page to draw the next month. */
const turnMs = 400
/** A century, month by month. */
const maxTurns = 1200

const shownPopups = (element: HTMLElement): HTMLElement[] =>
  [
    ...element.ownerDocument.querySelectorAll<HTMLElement>('[role=dialog], [role=grid], [role=application]'),
  ].filter((popup) => popup.checkVisibility({ visibilityProperty: true }) && !popup.contains(element))

/** The calendar that an element opens: the one it names, else a popup that was not shown before. */
function calendarOf(element: HTMLElement, before: readonly HTMLElement[]): HTMLElement | undefined {
  const named = element.ownerDocument.getElementById(element.getAttribute('aria-controls') ?? '')
  if (named?.checkVisibility()) return named
  return shownPopups(element).find((popup) => !before.includes(popup))
}

interface Month {
  month: number
  year: number
}

function shownMonth(calendar: HTMLElement): Month | undefined {
  const texts = [...calendar.querySelectorAll<HTMLElement>('[aria-live], h1, h2, h3, h4, caption, [id]')]
  for (const { textContent } of texts) {
    const [, name = '', year] = /(?<!\p{L})(\p{L}{3,})\s+(\d{4})/u.exec(textContent ?? '') ?? []
    const month = monthOf(name)
    if (month !== undefined && year !== undefined) return { month, year: Number(year) }
  }
  return undefined
}

const turnWords = {
  nextYear: /next year|tahun berikut/i,
  previousYear: /(previous|prev|last) year|tahun sebelum/i,
  nextMonth: /next( month)?$|bulan berikut/i,
  previousMonth: /(previous|prev)( month)?$|bulan sebelum/i,
}

const buttonOf = (calendar: HTMLElement, words: RegExp): HTMLElement | undefined =>
  [...calendar.querySelectorAll<HTMLElement>('button, [role=button]')].find((button) =>
    words.test((button.getAttribute('aria-label') ?? button.title) || (button.textContent ?? '').trim()),
  )

function chooseFromLists(calendar: HTMLElement, { month, year }: Month): void {
  for (const list of calendar.querySelectorAll('select')) {
    const options = [...list.options]
    const isOfYears = options.some(({ text }) => /^\d{4}$/.test(text.trim()))
    const wanted = options.find(({ text }) =>
      isOfYears ? text.trim() === String(year) : monthOf(text) === month,
    )
    if (wanted) type(list, wanted.value)
  }
}

/** Turns the calendar to a month by its lists and arrows; returns whether the month is shown. */
async function turnTo(calendar: HTMLElement, wanted: Month): Promise<boolean> {
  chooseFromLists(calendar, wanted)
  for (let turn = 0; turn < maxTurns; turn++) {
    const shown = shownMonth(calendar)
    if (!shown) return calendar.querySelector('select') !== null
    const months = (wanted.year - shown.year) * 12 + wanted.month - shown.month
    if (months === 0) return true
    const byYear =
      Math.abs(months) >= 12 && buttonOf(calendar, months > 0 ? turnWords.nextYear : turnWords.previousYear)
    const arrow = byYear || buttonOf(calendar, months > 0 ? turnWords.nextMonth : turnWords.previousMonth)
    if (!arrow) return false
    press(arrow)
    const hasTurned = () => {
      const now = shownMonth(calendar)
      return (now && (now.month !== shown.month || now.year !== shown.year)) || undefined
    }
    if (!(await waitUntil(hasTurned, turnMs))) return false
  }
  return false
}

const dayCells = '[role=gridcell], td, button'

/** Excludes days of the adjacent months. */
const cellOf = (calendar: HTMLElement, day: number): HTMLElement | undefined => {
  const cells = [...calendar.querySelectorAll<HTMLElement>(dayCells)].filter(
    (cell) =>
      comparable(cell.textContent ?? '') === String(day) &&
      !cell.closest('[aria-disabled=true], [data-outside], :disabled') &&
      !/outside|other-month|muted/i.test(cell.className),
  )
  // The innermost cell: a button within its cell.
  return cells.find((cell) => !cells.some((other) => other !== cell && cell.contains(other)))
}

/** Chooses a day in the calendar that an element opens; returns whether it succeeded. */
export async function chooseDay(element: HTMLElement, text: string): Promise<boolean> {
  const date = parseDay(text)
  if (!date) return false
  const before = shownPopups(element)
  press(element)
  const calendar = await waitUntil(() => calendarOf(element, before), openMs)
  if (!calendar) return false
  const cell = (await turnTo(calendar, date)) ? cellOf(calendar, date.day) : undefined
  if (cell) press(cell)
  else pressEscape(element)
  return cell !== undefined
}
