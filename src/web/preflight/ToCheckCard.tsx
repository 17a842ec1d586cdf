import { Button, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { getOrder, type OrderDetails } from '#contract/order-details.ts'
import { settleFinding, type OrderFinding } from '#contract/preflight.ts'
import { CorrectionDialog } from '#web/corrections/CorrectionDialog.tsx'
import { sectionOf } from '#web/corrections/values.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { KeyButton } from '#web/ui/KeyButton.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { FindingMessage } from './FindingMessage.tsx'
import { openFindings, settledFindings } from './findings.ts'
import css from './preflight.module.css'

interface ToCheckCardProps {
  order: OrderDetails
  /** Asks the customer about these fields; without it there is no button. */
  onAsk?: ((fields: readonly string[]) => void) | undefined
}

const severityLabels = { stop: 'Stop', warn: 'Warning' } as const

/** Findings with their actions; renders nothing without findings. */
export function ToCheckCard({ order, onAsk }: ToCheckCardProps) {
  const [corrected, setCorrected] = useState<string>()
  const [isCorrecting, setIsCorrecting] = useState(false)
  const { call, busy } = useCall(settleFinding, { refreshes: [getOrder] })
  const [open, settled] = [openFindings(order), settledFindings(order)]
  const settle = async (finding: OrderFinding, isSettled: boolean) => {
    const { code, title } = finding
    const answer = await call({ body: { orderId: order.order_id, check: code, settled: isSettled } })
    if (!answer) return
    showToast({
      tone: 'good',
      title: answer.message,
      text: title,
      onUndo: isSettled ? () => void settle(finding, false) : undefined,
    })
  }
  const correct = (field: string) => {
    setCorrected(field)
    setIsCorrecting(true)
  }
  return (
    <>
      {(open.length > 0 || settled.length > 0) && (
        <Card title="To check" count={countText(open.length, order.preflight?.checks ?? 0)} id="to-check">
          <ul className={css.findings}>
            {[...open.entries()].map(([index, finding]) => (
              <FindingItem
                key={finding.code}
                finding={finding}
                isFirst={index === 0}
                busy={busy}
                onCorrect={correct}
                onAsk={onAsk}
                onSettle={() => void settle(finding, true)}
              />
            ))}
            {settled.map((finding) => (
              <li key={finding.code} className={`stack faint small tight ruled ${css.settled}`}>
                <Icon name="tick" />
                <span>{finding.title}: right as it is</span>
                <Button
                  variant="subtle"
                  size="xs"
                  aria-disabled={busy}
                  aria-label={`Check again: ${finding.title}`}
                  onClick={() => void settle(finding, false)}
                >
                  Check again
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {corrected !== undefined && (
        <CorrectionDialog
          order={order}
          section={sectionOf(corrected)}
          focusOn={corrected}
          opened={isCorrecting}
          onClose={() => setIsCorrecting(false)}
        />
      )}
    </>
  )
}

const countText = (found: number, checks: number) =>
  found === 0 ? 'nothing is left' : `${found} of ${checks}; the others pass`

interface FindingItemProps {
  finding: OrderFinding
  /** The first finding has the keys. */
  isFirst: boolean
  busy: boolean
  onCorrect: (field: string) => void
  onAsk: ToCheckCardProps['onAsk']
  onSettle: () => void
}

function FindingItem({ finding, isFirst, busy, onCorrect, onAsk, onSettle }: FindingItemProps) {
  const { title, severity, fields } = finding
  const [field] = fields
  return (
    <li className={`stack small tight ruled ${css.finding}`} data-severity={severity}>
      <Icon name={severity === 'stop' ? 'stop' : 'warn'} />
      <div>
        <b className="medium">
          <VisuallyHidden>{severityLabels[severity]}: </VisuallyHidden>
          {title}
        </b>
        <p className="break-words muted">
          <FindingMessage {...finding} />
        </p>
      </div>
      <div className={`flex wrap gap-6 ${css.acts}`}>
        {field !== undefined && (
          <KeyButton
            size="xs"
            data-correct
            action={isFirst ? 'correct' : undefined}
            aria-label={`Correct: ${title}`}
            onClick={() => onCorrect(field)}
          >
            Correct
          </KeyButton>
        )}
        {onAsk && field !== undefined && (
          <KeyButton
            size="xs"
            action={isFirst ? 'ask' : undefined}
            aria-label={`Ask the customer: ${title}`}
            onClick={() => onAsk(fields)}
          >
            Ask the customer
          </KeyButton>
        )}
        <Button
          variant="subtle"
          size="xs"
          aria-disabled={busy}
          aria-label={`Right as it is: ${title}`}
          onClick={onSettle}
        >
          Right as it is
        </Button>
      </div>
    </li>
  )
}
