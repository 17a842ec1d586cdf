import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** What would tell when, where and by whom a folder was packed is fixed, so that two archives of one commit are the same. */
const fixed = (seconds) => [
  '--format=gnu',
  '--sort=name',
  `--mtime=@${seconds}`,
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--mode=u=rwX,go=rX',
]

/** Packs a folder by GNU tar, with its own name as the first of every path; `seconds` since 1970 is the time of each entry. */
export async function pack(folder, file, seconds) {
  const args = [...fixed(seconds), '--create', '--directory', dirname(folder), basename(folder)]
  const tar = spawn('tar', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(tar, 'exit')
  await pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(file))
  const [code] = await ended
  if (code !== 0) throw new Error(`tar failed on ${folder}.`)
}

/** Lines that `sha256sum --check` reads in the folder of the files. */
export async function checksums(files) {
  const lines = []
  for (const file of files) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash)
    lines.push(`${hash.digest('hex')}  ${basename(file)}\n`)
  }
  return lines.join('')
}
