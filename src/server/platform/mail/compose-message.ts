import { createTransport } from 'nodemailer'
import type { OutgoingMail } from './transport.ts'

const composer = createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** The mail as RFC 822: text and HTML as alternatives, replies to its sender. */
export async function composeMessage(mail: OutgoingMail): Promise<Buffer> {
  const { message } = await composer.sendMail({
    messageId: mail.messageId,
    date: mail.date,
    from: mail.from,
    replyTo: mail.from,
    // An object, so that the address is not parsed as a list.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: (mail.attachments ?? []).map(({ fileName, contentType, bytes }) => ({
      filename: fileName,
      contentType,
      content: bytes,
    })),
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
  })
  if (!Buffer.isBuffer(message)) throw new Error('the composer gave a stream')
  return message
}
