/** What went of a download that was asked for (product §6). */
export const receivedStates = ['asked', 'part', 'whole'] as const
export type Received = (typeof receivedStates)[number]

/** What staff and customers read of each. */
export const receivedLabels: Record<Received, string> = {
  asked: 'asked for, not received',
  part: 'received in part',
  whole: 'received whole',
}

interface SentBytes {
  /** Null until an answer has begun. */
  bytes_sent: number | null
  completed: boolean
}

export const receivedOf = ({ bytes_sent: bytes, completed }: SentBytes): Received =>
  completed ? 'whole' : bytes ? 'part' : 'asked'
