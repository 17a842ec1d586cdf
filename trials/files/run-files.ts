// npm run trial -- files FOLDER: whether each PDF in the folder, which may be a checkout of a public collection, is
// accepted, and its exhibit beside the file, as poppler and MuPDF open and draw it. `--only TEXT` for the files with this
// in their names.
import { runFromBuild } from '#server/platform/entries.ts'
import { conclude } from '../figures.ts'
import { readOptions } from '../options.ts'
import { compareExhibits } from './compare-exhibits.ts'
import { openFiles } from './open-files.ts'
import { installReaders } from './readers.ts'

const { first: folder, only } = readOptions({ only: '' })
if (!folder) throw new Error('Name a folder of PDFs, such as a checkout of mozilla/pdf.js.')
runFromBuild(new URL('../../dist/server/', import.meta.url))
await installReaders()
const opened = await openFiles(folder, only)
console.log(`${opened.tried}: ${opened.found}`)
const compared = await compareExhibits(folder, only)
console.log(`${compared.tried}: ${compared.found}`)
conclude([...opened.violations, ...compared.violations], {
  tried: opened.tried,
  found: `${opened.found}; exhibits: ${compared.found}`,
})
process.exit()
