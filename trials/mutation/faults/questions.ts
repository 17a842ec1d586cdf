import { faultsIn, without, type SqlFault } from '../sql-fault.ts'

const open = ".where('ended_at', 'is', null)"

/** What customers are asked, and how that ends. */
export const questionFaults: readonly SqlFault[] = faultsIn(
  'src/server/questions/questions.queries.ts',
  ['questions'],
  {
    replaceOpenQuestion: [without(".where('order_id', '=', orderId)"), without(open)],
    cancelOpenQuestions: [
      without('.where(sql<boolean>`event_id = any(${eventIds}::bigint[])`)'),
      without(open, {
        equivalent:
          'An event is taken back only while it is the last that changed its order; an answer and another question come after it.',
      }),
    ],
    reopenQuestions: [
      without(".whereRef('m.id', '=', 'q.mail_id')"),
      without(".where('m.state', '<>', 'cancelled')"),
      without('.where(sql<boolean>`q.id = any(${ids}::bigint[])`)'),
    ],
    closeAnswered: [without(".where('id', '=', id)"), without(open)],
  },
)
