const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** A table in Markdown; each row is printed when it is there. */
export function createTable(heads: readonly string[]) {
  const lines: string[] = []
  const print = (text: string) => {
    lines.push(text)
    console.log(text)
  }
  print(line(heads))
  print(`|${'---|'.repeat(heads.length)}`)
  return {
    add: (cells: readonly string[]) => print(line(cells)),
    text: () => lines.join('\n'),
  }
}
