import { storePlaces, type StorePlace, SettingError } from '#server/settings.ts'
import type { Config } from '#server/config.ts'
import { moveFiles, removeMovedFiles } from '#server/platform/files/move-files.ts'
import { openStore } from '#server/platform/files/open-stores.ts'
import { fileLine, formatNumber, UsageError } from './command.ts'
import { onPlatform } from './on-platform.ts'

interface MoveArguments {
  to: StorePlace
  removeSource: boolean
}

function moveArguments([option, target, ...others]: string[]): MoveArguments {
  const to = storePlaces.find((place) => place === target)
  if (option !== '--to' || !to || others.some((it) => it !== '--remove-source') || others.length > 1)
    throw new UsageError()
  return { to, removeSource: others.length === 1 }
}

/** The other store. Servers must read both stores and write to the target, or their new files would be missed. */
function sourceFor(to: StorePlace, { documents }: Config): StorePlace {
  const from = to === 'bucket' ? 'folder' : 'bucket'
  if (documents.keptIn !== to || documents.alsoIn !== from)
    throw new SettingError(
      `DOCUMENTS_ALSO_IN must be ${from} and S3_BUCKET set, here and on every server, before documents are moved into the ${to}`,
    )
  return from
}

export const moveDocumentsCommand = onPlatform(
  'npm run cli -- move-documents --to folder|bucket [--remove-source]',
  async (platform, args) => {
    const { to, removeSource } = moveArguments(args)
    const from = sourceFor(to, platform.config)
    const stores = {
      from: await openStore(platform.config, from),
      to: await openStore(platform.config, to),
    }
    const { verified, copied, faults } = await moveFiles(
      { platform, ...stores },
      {
        progress: (count, copied) =>
          console.error(`verified: ${formatNumber(count)}, of them copied: ${formatNumber(copied)}`),
        fault: (fault, row, error) =>
          console.log(fileLine(error instanceof Error ? `${fault} (${error.message})` : fault, row)),
      },
    )
    console.error(
      `${formatNumber(verified)} files are in the ${to} as in the ${from}, ${formatNumber(copied)} of them copied now.`,
    )
    if (faults > 0) {
      console.error(`${formatNumber(faults)} could not be moved: nothing was removed from the ${from}.`)
      return 1
    }
    if (removeSource) {
      const { removed, left } = await removeMovedFiles(stores)
      console.error(
        `${formatNumber(removed)} files were removed from the ${from}; ${formatNumber(left)} that are not in the ${to}, because no row names them, were left.`,
      )
    }
    console.error('When every server has been started without DOCUMENTS_ALSO_IN, this is finished.')
    return 0
  },
)
