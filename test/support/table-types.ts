import { parseSync, type ESTree } from 'vite'

/** What of a column its type and the database both say. */
export interface Column {
  /** Of its values in TypeScript: `string`, `number`, `boolean`, `Date`, `Buffer`, `json` or `array`. */
  kind: string
  isNullable: boolean
  /** It need not be given when a row is inserted. */
  hasDefault: boolean
}
export type TableColumns = Record<string, Record<string, Column>>

type Declarations = ReadonlyMap<string, ESTree.TSType | ESTree.TSInterfaceBody>

/** Reads the interface `Tables` of a source; types that it imports are taken for unions of texts. */
export function readTableTypes(text: string): TableColumns {
  const { program, errors } = parseSync('tables.ts', text)
  if (errors[0]) throw new Error(errors[0].message)
  const declarations = new Map(program.body.flatMap(declaredTypes))
  const tables = membersOf(declarations.get('Tables'), declarations)
  return Object.fromEntries(
    tables.map(([table, type]) => [
      table,
      Object.fromEntries(
        membersOf(type, declarations).map(([column, columnType]) => [
          column,
          columnOf(columnType, declarations),
        ]),
      ),
    ]),
  )
}

function declaredTypes(
  statement: ESTree.Statement,
): [name: string, type: ESTree.TSType | ESTree.TSInterfaceBody][] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declared?.type === 'TSInterfaceDeclaration') return [[declared.id.name, declared.body]]
  return declared?.type === 'TSTypeAliasDeclaration' ? [[declared.id.name, declared.typeAnnotation]] : []
}

type Type = ESTree.TSType | ESTree.TSInterfaceBody | undefined

function membersOf(type: Type, declarations: Declarations): [name: string, type: ESTree.TSType][] {
  if (type?.type === 'TSTypeReference') return membersOf(declarations.get(nameOf(type)), declarations)
  const members =
    type?.type === 'TSInterfaceBody' ? type.body : type?.type === 'TSTypeLiteral' ? type.members : []
  return members.flatMap((member) =>
    member.type === 'TSPropertySignature' && member.key.type === 'Identifier' && member.typeAnnotation
      ? [nameAndType(member.key.name, member.typeAnnotation.typeAnnotation)]
      : [],
  )
}

const nameAndType = (name: string, type: ESTree.TSType): [name: string, type: ESTree.TSType] => [name, type]

const nameOf = ({ typeName }: ESTree.TSTypeReference) => (typeName.type === 'Identifier' ? typeName.name : '')

function columnOf(type: ESTree.TSType, declarations: Declarations): Column {
  const kinds = new Set<string>()
  const column = { isNullable: false, hasDefault: false }
  const read = (part: ESTree.TSType | undefined): void => {
    switch (part?.type) {
      case 'TSNullKeyword':
        column.isNullable = true
        return
      case 'TSUnionType':
        part.types.forEach(read)
        return
      case 'TSStringKeyword':
        kinds.add('string')
        return
      case 'TSNumberKeyword':
        kinds.add('number')
        return
      case 'TSBooleanKeyword':
        kinds.add('boolean')
        return
      case 'TSLiteralType':
        kinds.add('value' in part.literal ? typeof part.literal.value : part.literal.type)
        return
      case 'TSArrayType':
        kinds.add('array')
        return
      case 'TSTypeReference':
        readReference(part)
        return
      default:
        kinds.add(part?.type ?? 'nothing')
    }
  }
  const readReference = (part: ESTree.TSTypeReference) => {
    const name = nameOf(part)
    const [first, second] = part.typeArguments?.params ?? []
    const declared = declarations.get(name)
    if (name === 'Generated') {
      column.hasDefault = true
      read(first)
    } else if (name === 'ColumnType') {
      column.hasDefault ||= second?.type === 'TSNeverKeyword'
      read(first)
    } else if (name === 'JSONColumnType') {
      kinds.add('json')
      column.hasDefault ||=
        second?.type === 'TSUnionType' && second.types.some(({ type }) => type === 'TSUndefinedKeyword')
    } else if (name === 'Date' || name === 'Buffer') kinds.add(name)
    else if (declared && declared.type !== 'TSInterfaceBody') read(declared)
    else kinds.add(declared ? 'object' : 'string')
  }
  read(type)
  return { kind: [...kinds].toSorted().join(' or '), ...column }
}
