import type { Message } from '#contract/messages.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { LogEntry } from '#web/ui/LogList.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { MailState } from './MailState.tsx'
import { MessageFiles } from './MessageFiles.tsx'
import { MessageText } from './MessageText.tsx'
import { isOpenReply } from './open-replies.ts'
import { ReplyTag } from './ReplyTag.tsx'
import type { AcceptMessageFile } from './use-accept-message-file.ts'
import css from './messages.module.css'

/** A message as an entry of the thread: sender, warnings, text and attachments. */
export function messageEntry(message: Message, email: string, acceptance: AcceptMessageFile): LogEntry {
  return {
    key: message.id,
    by: (
      <span className={css.by}>
        <Icon
          name={message.direction === 'in' ? 'reply' : 'send'}
          size={14}
          className={`rigid faint ${css.direction}`}
        />
        <ExternalText>{message.by}</ExternalText>
      </span>
    ),
    time: estDateTime(message.at),
    note:
      message.direction === 'in' ? <ReceivedNote message={message} /> : <AnsweredNote message={message} />,
    text: (
      <>
        {message.direction === 'in' && message.subject !== '' && (
          <b className={`medium ${css.subject}`}>
            <ExternalText>{message.subject}</ExternalText>
          </b>
        )}
        <MessageText text={message.text} quoted={message.quoted} />
      </>
    ),
    extra: <MessageFiles message={message} email={email} acceptance={acceptance} />,
  }
}

const suspicionLabels = { spam: 'taken for spam', virus: 'virus: its files were left out' }

function ReceivedNote({ message }: { message: Message }) {
  return (
    <>
      {message.from !== message.by && <ExternalText>{message.from}</ExternalText>}
      {isOpenReply(message) && <ReplyTag count={1} />}
      {!message.from_customer && <Tag tone="attention">not the customer’s address</Tag>}
      {message.authentic === 'fail' && <Tag tone="attention">sender not verified</Tag>}
      {message.suspected && <Tag tone="attention">{suspicionLabels[message.suspected]}</Tag>}
      {message.infected_files?.map(({ name, malware }) => (
        <Tag key={name} tone="attention">
          left out by the malware scanner: <ExternalText>{name}</ExternalText> ({malware})
        </Tag>
      ))}
      {message.automatic && !message.suspected && <Tag>Automatic reply</Tag>}
      {message.handled_at !== null && (
        <span>
          Handled by <bdi>{message.handled_by ?? '-'}</bdi>, {estDateTime(message.handled_at)}
        </span>
      )}
    </>
  )
}

function AnsweredNote({ message }: { message: Message }) {
  return (
    <>
      <span>
        to <ExternalText>{message.to}</ExternalText>
      </span>
      {message.mail_state !== null && <MailState state={message.mail_state} />}
    </>
  )
}
