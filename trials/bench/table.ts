const print = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)

/** A table in Markdown; each row is printed when it is there. */
export function createTable(heads: readonly string[]) {
  print(heads)
  console.log(`|${'---|'.repeat(heads.length)}`)
  return { add: print }
}
