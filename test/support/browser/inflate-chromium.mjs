// Unpacks the browser of the package into TMPDIR.
import chromium from '@sparticuz/chromium'

await chromium.executablePath()
