import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

interface Packages {
  dependencies: Readonly<Record<string, string>>
  overrides?: Readonly<Record<string, string>>
}

/** Installs packages below `.cache`, so that they are no dependencies of the project; the path of a program among them. */
export function installPackages(name: string, packages: Packages, program: string): string {
  const folder = resolve('.cache', name)
  const path = resolve(folder, 'node_modules', program)
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(resolve(folder, 'package.json'), JSON.stringify({ private: true, ...packages }))
    execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  }
  return path
}
