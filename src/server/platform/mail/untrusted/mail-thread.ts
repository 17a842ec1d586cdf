import { runThreadTask } from '../../threads/whole-life.ts'
import { tasks } from './tasks.ts'

await runThreadTask(tasks)
