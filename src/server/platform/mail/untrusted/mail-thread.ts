import { wholeLife } from '../../threads/whole-life.ts'
import { tasks } from './tasks.ts'

await wholeLife(tasks)
