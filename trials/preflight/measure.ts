import { preflight, checks } from '#contract/rules/preflight/preflight.ts'
import { createChance } from '#server/demo/random.ts'
import { cleanOrder, type GeneratedOrder } from './clean-orders.ts'
import { alsoFound, plantedErrors } from './planted-errors.ts'

export interface KindFigures {
  code: string
  planted: number
  found: number
  /** Wrong findings, in clean orders and in those with another error. */
  falseAlarms: number
  falseOnClean: number
}

export interface Figures {
  alarmedOrders: number
  kinds: KindFigures[]
  missed: { code: string; order: GeneratedOrder }[]
  alarms: { code: string; message: string; planted?: string }[]
}

const maxTries = 4000

/** Generates clean orders, and `perKind` orders with one error of each kind. */
export function measurePreflight(seed: number, cleanOrders: number, perKind: number): Figures {
  const chance = createChance(seed)
  const figures = new Map<string, KindFigures>(
    checks.map(({ code }) => [code, { code, planted: 0, found: 0, falseAlarms: 0, falseOnClean: 0 }]),
  )
  const alarms: Figures['alarms'] = []
  const missed: Figures['missed'] = []
  const recordAlarm = (alarm: Figures['alarms'][number]) => {
    const kind = figures.get(alarm.code)
    if (kind) kind.falseAlarms += 1
    if (kind && alarm.planted === undefined) kind.falseOnClean += 1
    alarms.push(alarm)
  }
  let alarmedOrders = 0
  for (let count = 0; count < cleanOrders; count++) {
    const findings = preflight(cleanOrder(chance))
    if (findings.length > 0) alarmedOrders += 1
    for (const { code, message } of findings) recordAlarm({ code, message })
  }
  for (const [code, plant] of Object.entries(plantedErrors)) {
    const also = alsoFound[code]?.split(' ') ?? []
    const kind = figures.get(code)
    if (!kind) throw new Error(`no check ${code}`)
    for (let tries = 0; kind.planted < perKind && tries < maxTries * perKind; tries++) {
      const order = cleanOrder(chance)
      if (!plant(order, chance)) continue
      kind.planted += 1
      const findings = preflight(order)
      if (findings.some((finding) => finding.code === code)) kind.found += 1
      else missed.push({ code, order })
      for (const finding of findings)
        if (finding.code !== code && !also.includes(finding.code))
          recordAlarm({ code: finding.code, message: finding.message, planted: code })
    }
  }
  return { alarmedOrders, kinds: [...figures.values()], missed, alarms }
}
