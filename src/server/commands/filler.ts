import { resolve } from 'node:path'
import { buildFiller } from '#server/filing/build-filler.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { onlyArgument } from './command.ts'
import { onPlatform } from './on-platform.ts'

export const fillerCommand = onPlatform('npm run cli -- filler [FOLDER]', async (platform, args) => {
  const folder = resolve(args.length === 0 ? 'form-filler' : onlyArgument(args))
  const { product, forms } = await inTransaction(platform.db, (tx) =>
    buildFiller(tx, folder, platform.config.publicUrl),
  )
  console.error(`The form filler for ${product} is in ${folder}.`)
  console.error(
    forms.length > 0
      ? `It fills forms of ${forms.join(', ')}. Load it in Chrome: chrome://extensions, Developer mode, Load unpacked.`
      : `It fills no forms yet: an Admin names the official pages in Form Filler, then run this again.`,
  )
  return 0
})
