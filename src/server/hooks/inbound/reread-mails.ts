import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { limitFiles, scanFiles, wholeTextFile } from '#server/messages/incoming-files.ts'
import { messageContent, splitAndTruncate } from '#server/messages/message-text.ts'
import { addToMessage } from '#server/messages/message-file-rows.ts'
import type { Db } from '#server/platform/db/database.ts'
import { fuller } from '#server/platform/mail/fuller.ts'
import type { Actor, Call } from '#server/platform/work.ts'
import { parseMime } from './parse-mime.ts'

const mailsAtOnce = 50

interface Reread {
  read: number
  /** Mails of which this version read more than the one that received them. */
  changed: number
  files: number
}

type KeptMail = Awaited<ReturnType<typeof selectKeptMails>>[number]

/** Reads kept mails by this version's rules and adds the text and files that it finds; it moves and mails nothing. */
export async function rereadMails(call: Call<Actor>, progress: (read: number) => void): Promise<Reread> {
  const done: Reread = { read: 0, changed: 0, files: 0 }
  for (let after = 0; ;) {
    const mails = await selectKeptMails(call.db, after)
    for (const mail of mails) {
      const added = await reread(call, mail)
      done.read += 1
      done.changed += added === null ? 0 : 1
      done.files += added ?? 0
      after = mail.id
    }
    progress(done.read)
    if (mails.length < mailsAtOnce) return done
  }
}

/** The number of added files; null if nothing was added. */
async function reread(call: Call<Actor>, mail: KeptMail): Promise<number | null> {
  const { seal, files, config } = call
  const stored = await files.open('message_files.file_key', { name: mail.stored_as, key: mail.file_key })
  if (!stored) return null
  const parsed = await parseMime(await buffer(stored.read()))
  const { isCut, ...body } = splitAndTruncate(parsed.text, { sendDomain: config.sendDomain, earlier: [] })
  const content = seal.open(messageContent, 'messages.sealed', mail.order_id, mail.sealed)
  const [before, now] = [`${content.text}\n${content.quoted}`, `${body.text}\n${body.quoted}`]
  const hasMore = fuller(before, now) === now && before !== now

  const known = new Set(
    (await selectHashes(call.db, mail.message_id)).map(({ sha256 }) => sha256.toString('hex')),
  )
  const { kept } = limitFiles([...(isCut ? [wholeTextFile(parsed.text)] : []), ...parsed.files], null)
  const others = kept.filter(({ bytes }) => !known.has(createHash('sha256').update(bytes).digest('hex')))
  const { clean } = await scanFiles(call, others)
  if (!hasMore && clean.length === 0) return null
  const added = await addToMessage(call, mail, hasMore ? { ...content, ...body } : content, clean)
  return added ? clean.length : null
}

const selectKeptMails = (db: Db, after: number) =>
  db
    .selectFrom('message_files as f')
    .innerJoin('messages as m', 'm.id', 'f.message_id')
    .select(['f.id', 'f.message_id', 'f.stored_as', 'f.file_key', 'm.order_id', 'm.sealed'])
    .where('f.kind', '=', 'original')
    .where('f.id', '>', after)
    .orderBy('f.id')
    .limit(mailsAtOnce)
    .execute()

const selectHashes = (db: Db, messageId: number) =>
  db.selectFrom('message_files').select('sha256').where('message_id', '=', messageId).execute()
