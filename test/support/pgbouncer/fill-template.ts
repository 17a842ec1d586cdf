import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '#server/platform/project-root.ts'

/** A file of `deploy/failover` with its `${NAME}`s filled in, as envsubst does for an installation. */
export async function fillTemplate(name: string, values: Record<string, string>): Promise<string> {
  const text = await readFile(join(projectRoot(), 'deploy/failover', name), 'utf8')
  return text.replace(/\$\{(\w+)\}/g, (_whole, key: string) => {
    const value = values[key]
    if (value === undefined) throw new Error(`${name} has \${${key}}, which is not filled in`)
    return value
  })
}
