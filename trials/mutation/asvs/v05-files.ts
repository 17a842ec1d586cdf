import { faultsIn, instead, without, type AsvsFault } from './asvs-fault.ts'

const refusedUpload = 'test/http/documents.test.ts › %s is refused and stores nothing'
const fileName = 'src/server/visitor/byte-range.test.ts › %j is no file name'

/** Chapter 5 of ASVS: files. */
export const fileFaults: AsvsFault[] = [
  ...faultsIn('docs/security.md', {
    '5.1.1': without(
      '### Files',
      'test/asvs.test.ts › the sections that it refers to are there, and say something',
    ),
  }),
  ...faultsIn('src/server/app.ts', {
    '5.2.1': instead('fileSize: maxUploadBytes', 'fileSize: 2 * maxUploadBytes', refusedUpload),
  }),
  ...faultsIn('src/server/hooks/webhooks.ts', {
    '5.2.1': instead(
      'const maxFormBytes = 35 * 1024 * 1024',
      'const maxFormBytes = 40 * 1024 * 1024',
      'test/http/hooks-inbound.test.ts › a form of 30 MB is accepted, a larger one is refused',
    ),
  }),
  ...faultsIn('src/server/documents/upload.ts', {
    '5.2.2': instead(
      'newFileName(extension)',
      "newFileName(name.split('.').at(-1) ?? extension)",
      'test/http/documents.test.ts › a %s gets the extension of its content, whatever its name',
    ),
    '5.4.1': instead(
      "singleLine((name.split(/[/\\\\]/).at(-1) ?? '').slice(-200))",
      'name.slice(-200)',
      'test/http/documents.test.ts › the displayed name keeps its letters and loses folders and direction overrides',
    ),
  }),
  ...faultsIn('src/server/platform/files/sniff.ts', {
    '5.2.2': without(
      "|| (extension === 'pdf' && !isCompletePdf(bytes))",
      'src/server/platform/files/sniff.test.ts › %s is refused',
    ),
  }),
  ...faultsIn('src/server/platform/http/body-guard.ts', {
    '5.2.3': without(
      `if (encoding !== undefined && encoding !== 'identity')
         throw new RefusalError('unsupported', 'Compressed requests are not supported.')`,
      'test/safety/bodies.test.ts › 340,000 keys in 0.8 MB of gzip are refused without being inflated',
    ),
  }),
  ...faultsIn('src/server/platform/files/sealed-chunks.ts', {
    '5.3.1': instead(
      'parts.push(cipher.update(chunk), cipher.final(), cipher.getAuthTag())',
      'parts.push(chunk, Buffer.alloc(tagBytes))',
      'src/server/platform/files/sealed-files.test.ts › a file of %i bytes is stored unreadable and read as it was',
    ),
  }),
  ...faultsIn('src/server/visitor/byte-range.ts', {
    '5.3.2': instead(String.raw`_([\w-]+\.\w+)$/`, String.raw`_(.+\.\w+)$/`, fileName),
  }),
  ...faultsIn('src/server/platform/files/s3-store.ts', {
    '5.3.2': without(
      'if (!isFileName(name)) throw new Error(`not a file name: ${name}`)',
      'test/http/s3.test.ts › the bucket store behaves like the folder store',
    ),
  }),
  ...faultsIn('src/server/visitor/document-files.ts', {
    '5.4.1': without(
      ".header('content-disposition', contentDisposition(inline ? 'inline' : 'attachment', file.document.name))",
      'test/http/visitor-downloads.test.ts › the response has the file name, length and security headers',
    ),
  }),
  ...faultsIn('src/server/platform/http/disposition.ts', {
    '5.4.2': [
      instead(
        String.raw`name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')`,
        'name',
        'src/server/platform/http/disposition.test.ts › a name survives quotes, other scripts and characters of the header',
      ),
      instead(
        'encodeURIComponent(name.toWellFormed())',
        'name',
        'src/server/platform/http/disposition.test.ts › a name survives quotes, other scripts and characters of the header',
      ),
    ],
  }),
  ...faultsIn('src/server/platform/http/multipart.ts', {
    '5.4.3': without(
      'await refuseMalware(platform, file.bytes, fileField)',
      'test/safety/malware.test.ts › an upload in which something is found is refused, says what, and leaves nothing',
    ),
  }),
  ...faultsIn('src/server/messages/store-message.ts', {
    '5.4.3': instead(
      'if (malware === null) clean.push(file)',
      'clean.push(file)\n    if (malware === null) continue',
      'test/safety/malware.test.ts › a mail keeps its text and its other files, and says which was left out and why',
    ),
  }),
  ...faultsIn('src/server/platform/files/scan-file.ts', {
    '5.4.3': instead(
      'return scanner.scan(bytes).catch((error: unknown) => {',
      'return scanner.scan(bytes).catch((error: unknown) => { if (error) return null',
      'test/safety/malware.test.ts › where the scanner %s, nothing is taken',
    ),
  }),
]
