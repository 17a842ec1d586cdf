import type { Message } from '#contract/messages.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { GivenText } from '#web/ui/GivenText.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { LogEntry } from '#web/ui/LogList.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { MailState } from './MailState.tsx'
import { MessageFiles } from './MessageFiles.tsx'
import { MessageText } from './MessageText.tsx'
import { isOpenReply } from './open-replies.ts'
import { ReplyTag } from './ReplyTag.tsx'
import type { TakeDocument } from './use-take-document.ts'
import css from './Messages.module.css'

/** A message as an entry of the thread: whose it is, what to beware of, its words and what came with it. */
export function messageEntry(message: Message, taking: TakeDocument): LogEntry {
  return {
    key: message.id,
    by: (
      <span className={css.by}>
        <Icon name={message.direction === 'in' ? 'reply' : 'send'} size={14} className={css.direction} />
        <GivenText>{message.by}</GivenText>
      </span>
    ),
    time: `${estDateTime(message.at)} EST`,
    lead: message.direction === 'in' ? <Received message={message} /> : <Answered message={message} />,
    text: (
      <>
        {message.direction === 'in' && message.subject !== '' && (
          <b className={css.subject}>
            <GivenText>{message.subject}</GivenText>
          </b>
        )}
        <MessageText text={message.text} quoted={message.quoted} />
      </>
    ),
    more: <MessageFiles files={message.files} taking={taking} />,
  }
}

const suspicions = { spam: 'taken for spam', virus: 'virus: its files were left out' }

function Received({ message }: { message: Message }) {
  return (
    <>
      {message.from !== message.by && <GivenText>{message.from}</GivenText>}
      {isOpenReply(message) && <ReplyTag count={1} />}
      {!message.from_customer && <Tag tone="attention">not the customer’s address</Tag>}
      {message.authentic === 'fail' && <Tag tone="attention">sender not verified</Tag>}
      {message.suspected && <Tag tone="attention">{suspicions[message.suspected]}</Tag>}
      {message.automatic && !message.suspected && <Tag>Automatic reply</Tag>}
      {message.handled_at !== null && (
        <span>
          Handled by <bdi>{message.handled_by ?? '-'}</bdi>, {estDateTime(message.handled_at)} EST
        </span>
      )}
    </>
  )
}

function Answered({ message }: { message: Message }) {
  return (
    <>
      <span>
        to <GivenText>{message.to}</GivenText>
      </span>
      {message.mail_state !== null && <MailState state={message.mail_state} />}
    </>
  )
}
