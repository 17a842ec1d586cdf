import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

export function projectRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('package.json not found above the server')
    folder = parent
  }
  return folder
}
