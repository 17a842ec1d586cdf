import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

const root = fileURLToPath(new URL('../../../', import.meta.url))
const cache = join(root, 'node_modules/.cache/pabean-chromium')

/**
 * The Chromium of the npm package `@sparticuz/chromium`, unpacked once per version; any number of processes
 * may ask at the same time. `env` holds what the browser needs beyond the usual environment.
 */
export async function unpackedChromium(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const folder = join(cache, await packageVersion())
  const executablePath = join(folder, 'chromium')
  if (!(await exists(executablePath))) await unpack(folder)
  return {
    executablePath,
    env: { FONTCONFIG_FILE: join(folder, 'fonts.conf'), ...(await libraryPath(executablePath, folder)) },
  }
}

// The package unpacks into TMPDIR and rewrites the environment of its process, hence a process of its own.
async function unpack(folder: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const staging = await mkdtemp(join(cache, 'unpacking-'))
  try {
    await run(process.execPath, [join(root, 'test/support/browser/inflate-chromium.mjs')], {
      cwd: root,
      // The package unpacks its shared libraries only if it detects AWS Lambda.
      env: { ...process.env, TMPDIR: staging, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    })
    await writeFile(join(staging, 'fonts.conf'), fontsConf)
    // Readable and executable by every user of the machine.
    await Promise.all([chmod(staging, 0o755), chmod(join(staging, 'chromium'), 0o755)])
    await rename(staging, folder)
  } catch (error) {
    // Another process may have unpacked it meanwhile; then the rename fails.
    if (!(await exists(join(folder, 'chromium')))) throw error
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

const scripts = ['noto-sans-sc', 'noto-sans-kr', 'noto-sans-arabic', 'noto-sans-devanagari', 'noto-sans-thai']

// The system's fonts where there are some; for a machine without any, the package's Open Sans and those of our PDFs.
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
  ${scripts.map((name) => `<dir prefix="relative">../../../../fonts/${name}</dir>`).join('\n  ')}
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

// The package's libraries are used only if the system lacks one, because they are older.
async function libraryPath(executablePath: string, folder: string): Promise<Record<string, string>> {
  const { stdout } = await run('ldd', [executablePath])
  if (!stdout.includes('not found')) return {}
  const own = join(folder, 'al2023/lib')
  return { LD_LIBRARY_PATH: [own, process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':') }
}

async function packageVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(
    await readFile(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'),
  )
  if (typeof manifest === 'object' && manifest && 'version' in manifest) return String(manifest.version)
  throw new Error('The package @sparticuz/chromium says no version.')
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
