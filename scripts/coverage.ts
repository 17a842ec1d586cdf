// node --import tsx scripts/coverage.ts [SECTION]: the sections of specification and product, and the tests whose titles cite them;
// `spec §4` shows those of one.
import { readCitingTitles, readSections } from './lib/citations.ts'

const asked = process.argv.slice(2).join(' ')
const titles = readCitingTitles()
const sections = readSections().filter(({ section }) => asked === '' || section === asked)

for (const { section, heading } of sections) {
  const tests = titles.filter(({ cited }) => cited.includes(section))
  console.log(
    `${section} ${heading}: ${tests.length} in ${new Set(tests.map(({ path }) => path)).size} files`,
  )
  for (const { path, title } of tests) console.log(`  ${path} › ${title}`)
}
