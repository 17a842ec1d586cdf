import { auditFaults } from './faults/audit.ts'
import { accountFaults } from './faults/accounts.ts'
import { keyFaults } from './faults/keys.ts'
import { intakeFaults } from './faults/intake.ts'
import { mailFaults } from './faults/mails.ts'
import { orderFaults } from './faults/orders.ts'
import { pageFaults } from './faults/pages.ts'
import { privacyFaults } from './faults/privacy.ts'
import { documentFaults } from './faults/documents.ts'
import { questionFaults } from './faults/questions.ts'
import { proposalFaults } from './faults/proposals.ts'
import { draftFaults } from './faults/drafts.ts'
import { templateFaults } from './faults/templates.ts'
import { viewFaults } from './faults/views.ts'

/** Each guard, placement and condition of a statement that writes, taken out or turned round. */
export const sqlFaults = [
  ...orderFaults,
  ...accountFaults,
  ...mailFaults,
  ...documentFaults,
  ...intakeFaults,
  ...keyFaults,
  ...auditFaults,
  ...privacyFaults,
  ...pageFaults,
  ...questionFaults,
  ...proposalFaults,
  ...draftFaults,
  ...templateFaults,
  ...viewFaults,
]
