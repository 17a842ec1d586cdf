import { useLocalStorage } from '@mantine/hooks'
import * as z from 'zod/mini'
import type { QueueName } from '#contract/rules/queues.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { columnKeysOf, type ColumnKey } from './queue-screens.ts'

const storedChoice = z.object({ hidden: z.array(z.string()), fitsWidth: z.boolean() })

interface ColumnChoice {
  hidden: readonly ColumnKey[]
  /** Columns that matter least are put away until the others fit. */
  fitsWidth: boolean
}

/** All of the specification's columns are on at first. */
const initialChoice: ColumnChoice = { hidden: [], fitsWidth: false }

/** Which columns of a queue a member has put away; remembered by member and queue. */
export function useColumnChoice(queue: QueueName): [ColumnChoice, (choice: ColumnChoice) => void] {
  const { id } = useCurrentMember()
  const [choice, setChoice] = useLocalStorage<ColumnChoice>({
    key: `columns ${id} ${queue}`,
    defaultValue: initialChoice,
    getInitialValueInEffect: false,
    deserialize: (text) => parseChoice(queue, text),
  })
  return [choice, setChoice]
}

/** What is stored may be of another version, with other columns. */
function parseChoice(queue: QueueName, text: string | undefined): ColumnChoice {
  try {
    const { data } = z.safeParse(storedChoice, JSON.parse(text ?? 'null'))
    if (!data) return initialChoice
    return { ...data, hidden: columnKeysOf(queue).filter((key) => data.hidden.includes(key)) }
  } catch {
    return initialChoice
  }
}
