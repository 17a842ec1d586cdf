import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync } from 'vite'

/** A source file; imports are paths from the project root, or package names. */
export type SourceFile = {
  path: string
  text: string
  imports: string[]
  exports: { name: string | null; from: string | undefined }[]
}

export function readSource(path: string, text: string): SourceFile {
  const { module, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const exports = module.staticExports.flatMap(({ entries }) => entries)
  const named = [...module.staticImports, ...exports].flatMap(
    ({ moduleRequest }) => moduleRequest?.value ?? [],
  )
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start + 1, end - 1),
  )
  return {
    path,
    text,
    imports: [...named, ...dynamic].map((specifier) => resolve(path, specifier)),
    exports: exports.map(({ exportName, moduleRequest }) => ({
      name: exportName.kind === 'Default' ? 'default' : exportName.name,
      from: moduleRequest?.value,
    })),
  }
}

/** The TypeScript sources below a folder, without their tests. */
export function readSources(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => posix.join(folder, name))
    .map((path) => readSource(path, readFileSync(path, 'utf8')))
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier
}
