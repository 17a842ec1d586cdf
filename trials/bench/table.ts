const print = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)

export function createTable(heads: readonly string[]) {
  print(heads)
  console.log(`|${'---|'.repeat(heads.length)}`)
  return { add: print }
}
