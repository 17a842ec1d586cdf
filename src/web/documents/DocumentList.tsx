import { Button } from '@mantine/core'
import type { OrderDetails } from '#contract/order-details.ts'
import { settleDocument } from '#contract/documents.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import { uncheckedReasons } from '#contract/rules/document-faults.ts'
import { estTimestamp } from '#contract/rules/dates.ts'
import { travellerName, travellersOf, withoutDocument } from '#contract/rules/travellers.ts'
import { inlineDocumentPath } from '#contract/rules/visitor-addresses.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { showToast } from '#web/ui/toast.tsx'
import { formatFileSize } from '#web/ui/format-file-size.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './documents.module.css'

export type ApprovedDocument = OrderDetails['uploadDoc'][number]

interface DocumentListProps {
  order: OrderDetails
  busy: boolean
  onResend: () => void
  onReplace: (document: ApprovedDocument) => void
  onWithdraw: (document: ApprovedDocument) => void
  /** Completes the order although travellers lack a document; undefined if it is not open. */
  onComplete: (() => void) | undefined
}

export function DocumentList({
  order,
  busy,
  onResend,
  onReplace,
  onWithdraw,
  onComplete,
}: DocumentListProps) {
  // A member opened a document that the server did not see.
  const settle = useCall(settleDocument, { refreshes: orderReadEndpoints })
  const setSettled = async (file1: string, settled: boolean) => {
    const answer = await settle.call({ body: { orderId: order.order_id, file1, settled } })
    const onUndo = settled ? () => void setSettled(file1, false) : undefined
    if (answer) showToast({ tone: 'good', title: answer.message, onUndo })
  }
  if (order.uploadDoc.length === 0)
    return (
      <p className={`stack centered faint small ruled ${css.none}`}>
        The documents that the customer can download appear here.
      </p>
    )
  const travellers = travellersOf(order)
  const missing = withoutDocument(travellers, order.uploadDoc)
  return (
    <div className={`ruled ${css.documents}`}>
      <ul aria-label="Documents">
        {order.uploadDoc.map((document) => (
          <li key={document.file1} className={`row wrap small tight ${css.document}`}>
            <a
              className={`break-words ${css.name}`}
              href={inlineDocumentPath(order.order_id, document.file1)}
              target="_blank"
              rel="noreferrer"
            >
              <ExternalText>{document.name}</ExternalText>
            </a>
            <span className="faint tiny">
              {document.traveller_name !== null && (
                <>
                  for <ExternalText>{document.traveller_name}</ExternalText> ·{' '}
                </>
              )}
              <span className="nowrap">
                {formatFileSize(document.size)}
                {document.pages
                  ? ` · ${document.pages} ${document.pages === 1 ? 'page' : 'pages'}`
                  : ''} ·{' '}
                {estTimestamp(document.created_at)}
              </span>
            </span>
            <span className={`flex push-end ${css.buttons}`}>
              <Button
                variant="subtle"
                size="xs"
                aria-label={`Replace ${document.name}`}
                onClick={() => onReplace(document)}
              >
                Replace
              </Button>
              <Button
                variant="subtle"
                size="xs"
                aria-label={`Withdraw ${document.name}`}
                onClick={() => onWithdraw(document)}
              >
                Withdraw
              </Button>
            </span>
            {document.unchecked !== null && (
              <p className={`row spread gap-8 break-words warning ${css.unchecked}`}>
                {uncheckedReasons[document.unchecked]}
                <Button
                  size="xs"
                  aria-label={`I have looked at ${document.name}`}
                  onClick={() => void setSettled(document.file1, true)}
                >
                  I have looked
                </Button>
              </p>
            )}
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <div className={`row wrap spread gap-8 break-words warning small ${css.missing}`}>
          <span className="shrinkable">
            {onComplete ? 'The order stays open. ' : ''}No document yet:{' '}
            <ExternalText>
              {missing.map(({ travellerIndex }) => travellerName(travellers, travellerIndex)).join(', ')}
            </ExternalText>
          </span>
          {onComplete && (
            <Button size="xs" onClick={onComplete}>
              Complete anyway
            </Button>
          )}
        </div>
      )}
      <div className={`row wrap spread gap-8 ${css.resend}`}>
        <span className="faint tiny">Sends the link to the address above</span>
        <Button
          size="xs"
          leftSection={<Icon name="mail" />}
          aria-disabled={busy}
          onClick={() => !busy && onResend()}
        >
          Resend
        </Button>
      </div>
    </div>
  )
}
