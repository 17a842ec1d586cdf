import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync, Visitor, type ESTree } from 'vite'

/** Pages whose numbered headings are cited: `## 4. …` is `spec §4`. */
const pages = { spec: 'docs/specification.md', product: 'docs/product.md' } as const

const separator = String.raw`[\s*/-]+`
/** A citation or a list of them (`§2, §4`, `§4 and §5`, `§2, Columns, and §8`), also across line ends. */
const citation = new RegExp(
  String.raw`\b(spec|product)(?:ification)?${separator}§\d+(?:(?:,${separator}[a-z -]+)?(?:,|,?${separator}and)${separator}§\d+)*`,
  'gi',
)

/** The numbered sections that a text cites, as `spec §4`. */
export const citedSections = (text: string): string[] =>
  [...text.matchAll(citation)].flatMap(([list, page = '']) =>
    [...list.matchAll(/§\d+/g)].map(([section]) => `${page.toLowerCase()} ${section}`),
  )

/** The sections that there are, each as `spec §4` with its heading. */
export const readSections = (): { section: string; heading: string }[] =>
  Object.entries(pages).flatMap(([page, path]) =>
    [...readFileSync(path, 'utf8').matchAll(/^## (\d+)\. (.+)$/gm)].map(([, number, heading = '']) => ({
      section: `${page} §${number}`,
      heading,
    })),
  )

interface CitingTitle {
  path: string
  title: string
  /** Sections, as `spec §4`. */
  cited: string[]
}

const isTestFile = (name: string) => /\.(test|spec)\.tsx?$/.test(name)

/** A part of a test, `test.step('…')`. */
const isStep = ({ property }: ESTree.MemberExpression): boolean =>
  property.type === 'Identifier' && property.name === 'step'

/** `test` of `test('…')`, `test.each(…)('…')` and `test.describe('…')`. */
function rootName(callee: ESTree.Expression | ESTree.Super): string | undefined {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return isStep(callee) ? undefined : rootName(callee.object)
  if (callee.type === 'CallExpression') return rootName(callee.callee)
  return undefined
}

function titleOf(argument: ESTree.Argument | undefined): string | undefined {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return argument.value
  if (argument?.type === 'TemplateLiteral') return argument.quasis.map(({ value }) => value.cooked).join('…')
  return undefined
}

/** The titles in a file, of tests and of what they stand in, that cite a section. */
function citingTitles(path: string): CitingTitle[] {
  const text = readFileSync(path, 'utf8')
  // Most files cite nothing, and parsing takes its time.
  if (!text.includes('§')) return []
  const titles: CitingTitle[] = []
  const { program } = parseSync(path, text)
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (!['test', 'it', 'describe'].includes(rootName(callee) ?? '')) return
      const title = titleOf(first)
      const cited = citedSections(title ?? '')
      if (title && cited.length > 0) titles.push({ path, title, cited })
    },
  }).visit(program)
  return titles
}

export const readCitingTitles = (): CitingTitle[] =>
  ['src', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(isTestFile)
      .flatMap((name) => citingTitles(posix.join(folder, name))),
  )
