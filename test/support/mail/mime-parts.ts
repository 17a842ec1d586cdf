type Part = readonly [head: string, body: string | Buffer]

const lines = (text: string) => text.replaceAll('\n', '\r\n')
const bytesOf = (text: string | Buffer) => (typeof text === 'string' ? Buffer.from(text) : text)
const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll(/.{76}/g, '$&\n')

/** A part whose bytes are encoded. */
export const encoded = ([head, body]: Part): string =>
  lines(`${head}\nContent-Transfer-Encoding: base64\n\n${base64(bytesOf(body))}\n`)
let boundaries = 0
export const multipart = (kind: string, ...parts: string[]): string => {
  const boundary = `=${(boundaries += 1)}=`
  const body = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${body}--${boundary}--\r\n`
}
export const mail = (part: string, head = 'Subject: Hello') =>
  Buffer.from(`${lines(head)}\r\nFrom: a@b.example\r\nMIME-Version: 1.0\r\n${part}`, 'latin1')
export const text = (body: string) => encoded(['Content-Type: text/plain; charset=utf-8', body])
export const html = (body: string) => encoded(['Content-Type: text/html; charset=utf-8', body])

export const picture = Buffer.from('\x89PNG of a passport', 'latin1')
export const png = (head: string) => encoded([`Content-Type: image/png; name="p.png"\n${head}`, picture])
