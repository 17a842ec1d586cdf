import type { Route } from '@playwright/test'
import type { OrderRow } from '#contract/orders.ts'

export const longestName = 'Wolfeschlegelsteinhausenbergerdorff-Smit'

const widestNames = [
  longestName,
  'MOHAMMAD ABDURRAHMAN WIJAYAKUSUMAWARDANI',
  'Alexandra Featherstonehaugh Montgomery-P',
  'Maria Konstantinopoulou Papadimitriou',
  'Nguyễn Thị Ánh Tuyết Hồng Phương Quỳnh',
  'عبد الرحمن بن محمد القحطاني الزهراني',
]
const widestTelephones = ['+62 8123456789012', '+353 851234567890']

/** Sets names and telephones of the greatest length that must stand whole. */
export async function widestRows(route: Route) {
  const response = await route.fetch()
  const { data, ...rest }: { data: OrderRow[] } = await response.json()
  const rows = data.map((row, index) => ({
    ...row,
    [row.arrival_full_name === null ? 'departure_full_name' : 'arrival_full_name']:
      widestNames[index % widestNames.length],
    telephone: widestTelephones[index % widestTelephones.length],
  }))
  await route.fulfill({ response, json: { data: rows, ...rest } })
}
