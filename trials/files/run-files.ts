// npm run trial -- files FOLDER: the exhibit of each PDF in the folder, which may be a checkout of a public collection,
// beside the file as poppler and MuPDF draw it. `--only TEXT` for the files with this in their names.
import { runFromBuild } from '#server/platform/entries.ts'
import { conclude } from '../figures.ts'
import { readOptions } from '../options.ts'
import { compareExhibits } from './compare-exhibits.ts'
import { installReaders } from './readers.ts'

const { first: folder, only } = readOptions({ only: '' })
if (!folder) throw new Error('Name a folder of PDFs, such as a checkout of mozilla/pdf.js.')
runFromBuild(new URL('../../dist/server/', import.meta.url))
await installReaders()
const { violations, ...figures } = await compareExhibits(folder, only)
console.log(`${figures.tried}: ${figures.found}`)
conclude(violations, figures)
process.exit()
