import { wholeLife } from '../../threads/whole-life.ts'
import { limitWasmMemory } from './memory.ts'
import { tasks } from './tasks.ts'

limitWasmMemory()
await wholeLife(tasks)
