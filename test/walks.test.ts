import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** What is added to a copy of the sources, how many files that takes at most, and what the copy then knows. */
interface Walk {
  limit: number
  /** New text by file: after the first occurrence of `after`, or the whole of a new file. */
  edits: Record<string, { after: string; add: string }>
  /** Files that are touched besides: a migration, the use case, a test. */
  others: readonly string[]
  /** Lines of a module that prints what it finds, as JSON, and what it prints. */
  imports: string
  prints: string
  expected: unknown
}

const walks: Record<string, Walk> = {
  'a column of the list': {
    limit: 5,
    edits: {
      'src/contract/rules/order-columns.ts': {
        after: 'export const listColumns = {\n',
        add: "  seat: { schema: text, kind: 'day', isOwn: true, label: 'Seat', isBuyers: true, erasedTo: null },\n",
      },
    },
    others: ['migrations/0002_seat.sql', 'use case', 'web cell', 'test'],
    imports: `
      import { exportFields } from '#contract/export.ts'
      import { rowFields } from '#server/orders/row-fields.queries.ts'
      import { buyersColumnNames, erasedValues, ownColumnNames, ownSchemas } from '#contract/rules/order-columns.ts'`,
    prints: `[
      exportFields.includes('seat'),
      'seat' in rowFields({ memberId: 1, today: '', seesRestricted: true }),
      'seat' in ownSchemas,
      ownColumnNames.includes('seat'),
      buyersColumnNames.includes('seat'),
      erasedValues().seat,
    ]`,
    expected: [true, true, true, true, true, null],
  },
  'a queue': {
    limit: 3,
    edits: {
      'src/contract/rules/queues.ts': {
        after: 'export const queues = {\n',
        add: `  lateOrder: { path: '/admin/late', heading: 'Late', permission: 'workOrders', keys: 'g k',
          countField: 'lateCount', placement: [{ status: 'Awaiting', mode: 'priority' }] },\n`,
      },
      'src/web/orders/queue/queue-screens.ts': {
        after: 'const queueScreens = {\n',
        add: "  lateOrder: { ...defaultScreen, menu: 'waiting', symbol: { icon: 'clock' } },\n",
      },
    },
    others: ['test'],
    imports: `
      import { countedQueueNames, findQueue } from '#contract/rules/queues.ts'
      import { listOrders } from '#contract/orders.ts'
      import { placementsOf } from '#server/orders/queue-condition.queries.ts'
      import { destinations } from '#web/lib/key-table.ts'
      import { screenOf } from '#web/orders/queue/queue-screens.ts'`,
    prints: `[
      countedQueueNames.includes('lateOrder'),
      findQueue({ status: 'Awaiting', assigned: false, mode: 'priority', windowOpensOn: null }, ''),
      listOrders.params.shape.orderName.def.entries.lateOrder,
      placementsOf('lateOrder', { memberId: 1, today: '', seesRestricted: true }).length,
      destinations.find(({ path }) => path === '/admin/late')?.keys,
      screenOf('lateOrder').menu,
    ]`,
    expected: [true, 'lateOrder', 'lateOrder', 1, 'g k', 'waiting'],
  },
}

test.each(Object.entries(walks))(
  'adding %s takes at most as many files as the tour says, and all that lists it does',
  (_name, { limit, edits, others, imports, prints, expected }) => {
    const folder = mkdtempSync(join(tmpdir(), 'pabean-walk-'))
    try {
      for (const path of ['src/contract', 'src/server', 'src/texts', 'src/web/lib', 'src/web/orders'])
        cpSync(path, join(folder, path), { recursive: true })
      cpSync('package.json', join(folder, 'package.json'))
      symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
      for (const [path, { after, add }] of Object.entries(edits)) {
        const text = readFileSync(path, 'utf8')
        expect(text).toContain(after)
        writeFileSync(
          join(folder, path),
          text.replace(after, () => after + add),
        )
      }
      writeFileSync(join(folder, 'walk.ts'), `${imports}\nconsole.log(JSON.stringify(${prints}))\n`)
      const printed = execFileSync(process.execPath, ['--import', 'tsx', 'walk.ts'], { cwd: folder })
      expect(JSON.parse(printed.toString())).toEqual(expected)
      expect(Object.keys(edits).length + others.length).toBeLessThanOrEqual(limit)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
