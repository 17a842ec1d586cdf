import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync } from 'vite'

/**
 * A test as its file declares it. The title has every placeholder, and those of the groups around it before it; `says` is
 * its body with its tables and what these name, without comments and titles.
 */
export type DeclaredTest = { title: string; says: string }
export type ReadText = (path: string) => string | undefined

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}
/** What a name of a file stands for: the texts that declare it, or where it is imported from. */
interface Names {
  own: Map<string, string[]>
  imported: Map<string, string>
}
type Found = { titles: Node[]; parts: Node[] }
/** A file read once: its tests, and what the names outside of them stand for. */
type Read = { text: string; found: Found[]; names: Names }

const runners = new Set(['test', 'it'])
const isNode = (it: unknown): it is Node => typeof it === 'object' && it !== null && 'type' in it
const children = (node: Node) => Object.values(node).flat().filter(isNode)
const isFunction = ({ type }: Node) => /^(ArrowFunction|Function)/.test(type)
const argumentsOf = (call: Node) => call['arguments'] as Node[]
const words = /[A-Za-z_$][\w$]*/g

export const readFromDisk: ReadText = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

/** The tests of files; a helper that a test names is read along, but for what all tests share. */
export function testReader(readText: ReadText): (path: string) => DeclaredTest[] | undefined {
  const files = new Map<string, Read | undefined>()
  const open = (path: string) => {
    if (!files.has(path)) files.set(path, readTests(path, readText(path)))
    return files.get(path)
  }
  const follow = (path: string, text: string, seen: Set<string>): string => {
    const names = open(path)?.names
    if (!names) return text
    const { own, imported } = names
    return [...new Set(text.match(words))].reduce((all, name) => {
      const from = imported.get(name)
      const [home, key] = from ? [from, `${from} ${name}`] : [path, `${path} ${name}`]
      const declared = from ? open(from)?.names.own.get(name) : own.get(name)
      if (!declared || seen.has(key)) return all
      seen.add(key)
      return [all, ...declared.map((it) => follow(home, it, seen))].join('\n')
    }, text)
  }
  return (path) =>
    open(path)?.found.map(({ titles, parts }) => {
      const { text } = open(path) as Read
      const said = parts.map(({ start, end }) => text.slice(start, end)).join('\n')
      const title = titles.map((it) => titleOf(it, text)).join(' › ')
      return { title, says: unescaped(follow(path, said, new Set())) }
    })
}

const titleOf = ({ start, end }: Node, text: string) =>
  unescaped(text.slice(start, end)).replace(/^(['"`])(.*)\1$/s, '$2')
const unescaped = (text: string) => text.replaceAll(/\\(['"`])/g, '$1')

function readTests(path: string, source: string | undefined): Read | undefined {
  if (source === undefined) return undefined
  const { program, comments, module, errors } = parseSync(path, source)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  let text = source
  for (const { start, end } of comments)
    text = text.slice(0, start) + text.slice(start, end).replaceAll(/\S/g, ' ') + text.slice(end)

  const names: Names = { own: new Map(), imported: new Map() }
  for (const { moduleRequest, entries } of module.staticImports) {
    const from = posix.join(posix.dirname(path), moduleRequest.value)
    if (/^test\/(?!support\/)/.test(from))
      for (const { localName, importName } of entries)
        if (importName.name === localName.value && !runners.has(localName.value))
          names.imported.set(localName.value, from)
  }
  const found: Found[] = []
  const declare = (pattern: unknown, { start, end }: Node) => {
    for (const name of boundNames(pattern))
      names.own.set(name, [...(names.own.get(name) ?? []), text.slice(start, end)])
  }
  /** `around` are titles and tables of the groups that hold the node; `local` says that it is inside a function. */
  const walk = (node: Node, around: Found, local: boolean): void => {
    const call = node.type === 'CallExpression' ? runnerCall(node) : undefined
    if (call?.kind === 'test') {
      const [title, ...rest] = argumentsOf(node)
      const parts = [...rest, ...call.tables, ...around.parts]
      if (title) found.push({ titles: [...around.titles, title], parts })
      return
    }
    if (call?.kind === 'describe') {
      const [title, ...rest] = argumentsOf(node)
      const titles = title ? [...around.titles, title] : around.titles
      for (const it of rest.filter(isFunction).flatMap(children))
        walk(it, { titles, parts: [...around.parts, ...call.tables] }, local)
      return
    }
    if (node.type === 'VariableDeclarator' && !local) declare(node['id'], node)
    if (node.type === 'FunctionDeclaration' && !local) declare(node['id'], node)
    if (node.type === 'ForOfStatement' && !local)
      declare((node['left'] as Node)['declarations'], node['right'] as Node)
    if (node.type === 'AssignmentExpression') declare(node['left'], node)
    const inside = local || isFunction(node)
    for (const child of children(node)) walk(child, around, inside)
  }
  walk(program as unknown as Node, { titles: [], parts: [] }, false)
  return { text, found, names }
}

/** What a call of the runner is, by the name that it begins with, and the tables given to its `each`. */
function runnerCall(call: Node): { kind: 'test' | 'describe'; tables: Node[] } | undefined {
  const path: string[] = []
  const tables: Node[] = []
  let callee = call['callee'] as Node
  while (callee.type !== 'Identifier') {
    if (callee.type === 'CallExpression') {
      tables.push(...argumentsOf(callee))
      callee = callee['callee'] as Node
    } else if (callee.type === 'MemberExpression') {
      path.unshift(String((callee['property'] as Node)['name']))
      callee = callee['object'] as Node
    } else return undefined
  }
  const steps = [String(callee['name']), ...path].filter((step) => step !== 'each').join('.')
  if (steps === 'describe' || steps === 'test.describe') return { kind: 'describe', tables }
  return runners.has(steps) && (path[0] !== 'each' || tables.length > 0)
    ? { kind: 'test', tables }
    : undefined
}

function boundNames(pattern: unknown): string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(boundNames)
  if (!isNode(pattern)) return []
  if (pattern.type === 'Identifier') return [String(pattern['name'])]
  const parts = { VariableDeclarator: 'id', ObjectPattern: 'properties', ArrayPattern: 'elements' }
  const rest = { Property: 'value', AssignmentPattern: 'left', RestElement: 'argument' }
  const part = { ...parts, ...rest }[pattern.type]
  return part ? boundNames(pattern[part]) : []
}
