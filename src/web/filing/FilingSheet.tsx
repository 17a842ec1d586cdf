import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { useEffect, useRef } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { notCopiedText } from '#web/lib/use-copy.ts'
import { useKeysOf } from '#web/lib/own-keys.ts'
import { sameList } from '#web/lib/back-target.ts'
import { ShowNumbersButton } from '#web/identity-numbers/ShowNumbersButton.tsx'
import { useShownNumbers } from '#web/identity-numbers/shown-numbers.ts'
import { PlaceInList } from '#web/orders/view/header/PlaceInList.tsx'
import type { PlaceInListProps } from '#web/orders/view/use-list-place.ts'
import { PromiseLabel } from '#web/orders/PromiseLabel.tsx'
import { FindingMessage } from '#web/preflight/FindingMessage.tsx'
import { duplicateFinding } from '#web/preflight/findings.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import { KeyButton } from '#web/ui/KeyButton.tsx'
import type { LeftReason } from '#contract/filler-messages.ts'
import type { SheetField } from '#contract/rules/filing-sheet.ts'
import css from './filing.module.css'
import { useFiling } from './use-filing.ts'

const besideWindow = 'filing-sheet'
const besideSize = 'popup,width=420,height=900'

interface FilingSheetProps {
  order: OrderDetails
  place: PlaceInListProps
}

export function FilingSheet({ order, place }: FilingSheetProps) {
  const filing = useFiling(order)
  const { areHidden } = useShownNumbers()
  const hasKeys = useKeysOf()('traveller1') !== ''
  const duplicate = duplicateFinding(order)
  const { travellers, traveller, current, leftFields, filler, notCopied } = filing
  const shownValue = useRef<HTMLElement>(null)
  useEffect(() => {
    if (notCopied && shownValue.current) getSelection()?.selectAllChildren(shownValue.current)
  }, [notCopied])
  const section = traveller?.sections.find(({ fields }) => current && fields.includes(current))
  const leftAt = current ? leftFields.indexOf(current) : -1
  const leftReason = current && leftAt >= 0 ? filler.left.get(current.id) : undefined
  return (
    <div className={css.sheet}>
      <div className={css.head}>
        <h1 className={`row gap-8 truncate strong ${css.heading}`}>
          <Link
            href={viewOrderPath(order.order_id)}
            state={sameList()}
            className={`stack centered rigid muted ${css.back}`}
            aria-label="Back to the order"
          >
            <Icon name="left" />
          </Link>
          {order.order_id} <ExternalText>{traveller?.name ?? ''}</ExternalText>
        </h1>
        <p className={`row spread small ${css.about}`}>
          <PromiseLabel order={order} otherwise={null} />
          <Button
            variant="subtle"
            size="xs"
            className={css.beside}
            leftSection={<Icon name="panel" />}
            onClick={() => window.open(location.href, besideWindow, besideSize)}
          >
            Narrow window
          </Button>
          <PlaceInList {...place} />
        </p>
        {duplicate && (
          <p className={`flex gap-8 break-words warning small tight ${css.duplicate}`} role="note">
            <Icon name="warn" />
            <span>
              <b>{duplicate.title}.</b> <FindingMessage {...duplicate} />
            </span>
          </p>
        )}
      </div>
      {travellers.length > 1 && (
        <div className={`stack gap-4 ${css.travellers}`} role="tablist" aria-label="Travellers">
          {travellers.map(({ name, relationship, copied, count }, index) => (
            <button
              key={`${index + 1}`}
              type="button"
              role="tab"
              className={`small ${css.traveller}`}
              aria-selected={index === filing.travellerAt}
              onClick={() => filing.choose(index)}
            >
              <span className={`truncate ${css.travellerName}`}>
                <ExternalText>{name}</ExternalText>
                {relationship && `, ${relationship}`}
              </span>
              <small>
                {copied} of {count} {index < 9 && hasKeys && <Kbd>{String(index + 1)}</Kbd>}
              </small>
            </button>
          ))}
        </div>
      )}
      {areHidden && (
        <p className={`row gap-8 muted small ${css.hidden}`}>
          The numbers are masked. <ShowNumbersButton />
        </p>
      )}
      {current && section ? (
        <>
          <div className={`rigid ${css.current}`}>
            <p className="flex spread gap-8 muted tiny">
              <span>{current.label}</span>
              <span>
                {leftReason
                  ? `left by the filler, ${leftAt + 1} of ${leftFields.length}`
                  : `${section.fields.indexOf(current) + 1} of ${section.fields.length} in ${section.title}`}
              </span>
            </p>
            <p className={`break-words medium ${css.value}`} data-testid="current-value">
              <span ref={shownValue}>
                <ExternalText>{current.value}</ExternalText>
              </span>
            </p>
            {notCopied ? (
              <p className={`danger small ${css.hint}`} role="alert">
                {notCopiedText}
              </p>
            ) : (
              <p className={`muted small ${css.hint}`}>
                {[current.hint, leftReason && leftReasonTexts[leftReason]].filter(Boolean).join('; ') ||
                  '\u{A0}'}
              </p>
            )}
            <div className={`flex gap-6 ${css.acts}`}>
              <KeyButton action="back" onClick={() => filing.step(-1)}>
                Back
              </KeyButton>
              <KeyButton
                variant={filler.isInstalled && leftFields.length === 0 ? 'default' : 'filled'}
                className={css.copy}
                action="copy"
                onClick={filing.copyCurrent}
              >
                Copy and move on
              </KeyButton>
              <KeyButton action="skip" onClick={() => filing.step(1)}>
                Skip
              </KeyButton>
            </div>
          </div>
          <SheetFields filing={filing} />
        </>
      ) : (
        <EmptyState kind="list" />
      )}
      <FillerFoot filing={filing} />
    </div>
  )
}

const leftReasonTexts: Record<LeftReason, string> = {
  'not on the page': 'not found on the page',
  'several fields fit': 'several fields of the page fit',
  'holds other text': 'the field holds another text',
  'no such choice': 'its list has no such choice',
  'not taken': 'the page did not take it',
}

function FillerFoot({ filing }: { filing: ReturnType<typeof useFiling> }) {
  const { copiedCount, fieldCount, leftFields, filler, fillForm } = filing
  const hasLeft = leftFields.length > 0
  const wasFilled = filler.left.size > 0 || copiedCount === fieldCount
  return (
    <div className={`row spread gap-12 rigid muted tiny ruled ${css.foot}`}>
      <output className={`shrinkable ${css.progress}`}>
        {filler.failure !== '' && (
          <strong className={`danger medium ${css.failure}`}>{filler.failure}</strong>
        )}
        <b>
          {filler.isInstalled && hasLeft
            ? `Filled ${copiedCount}, left ${leftFields.length}`
            : `${copiedCount} of ${fieldCount} copied`}
        </b>
        <span className={css.leftNames}>
          {hasLeft
            ? leftFields.map(({ label }) => label).join(', ')
            : filler.isInstalled && 'The form filler is ready; it never submits.'}
        </span>
      </output>
      {filler.isInstalled && (
        <KeyButton
          variant={wasFilled ? 'default' : 'filled'}
          leftSection={<Icon name="bolt" />}
          action="fillForm"
          loading={filler.busy}
          onClick={() => void fillForm()}
        >
          {wasFilled ? 'Fill again' : 'Fill the form'}
        </KeyButton>
      )}
    </div>
  )
}

/** A click copies the field. */
function SheetFields({ filing }: { filing: ReturnType<typeof useFiling> }) {
  const { traveller, current, leftFields, isCopied, copyField } = filing
  const hintOf = (field: SheetField) =>
    [field.hint, leftFields.includes(field) ? 'left by the filler' : ''].filter(Boolean).join(', ')
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <section ref={list} className={`ruled ${css.fields}`} aria-label="Fields in the official order">
      {traveller?.sections.map(({ title, fields }, index) => (
        <section key={title} aria-label={title}>
          <h2 className={`flex spread muted tiny strong ${css.section}`}>
            <span>
              {index + 1} {title}
            </span>
            <span>
              {fields.filter(({ id }) => isCopied(id)).length} of {fields.length}
            </span>
          </h2>
          {fields.map((field) => (
            <button
              key={field.id}
              type="button"
              className={`stack gap-10 small ${css.field}`}
              aria-current={field === current ? 'step' : undefined}
              data-copied={isCopied(field.id) || undefined}
              onClick={() => void copyField(field)}
            >
              <span className={css.mark}>
                {isCopied(field.id) && <Icon name="tick" size={13} />}
                {leftFields.includes(field) && (
                  <span className="warning">
                    <Icon name="warn" size={13} />
                  </span>
                )}
              </span>
              <span className="muted tiny">{field.label}</span>
              <span className={`break-words ${css.fieldValue}`}>
                <ExternalText>{field.value}</ExternalText>
                {hintOf(field) && <em className={`muted tiny ${css.fieldHint}`}>{hintOf(field)}</em>}
              </span>
            </button>
          ))}
        </section>
      ))}
    </section>
  )
}
