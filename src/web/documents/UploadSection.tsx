import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { maxUploadBytes, uploadAccept, uploadDocument } from '#contract/documents.ts'
import type { OrderDetails } from '#contract/order-details.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { refresh } from '#web/lib/endpoint-hooks.ts'
import { orderLink } from '#web/lib/order-link.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { useIsGone } from '#web/lib/use-is-gone.ts'
import { useUndoToast } from '#web/undo/use-undo-toast.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { ProviderRow } from '#web/messages/ProviderRow.tsx'
import { useProviders } from '#web/messages/providers.ts'
import { Card } from '#web/ui/Card.tsx'
import { FileDropzone } from '#web/ui/FileDropzone.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { KeyButton } from '#web/ui/KeyButton.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { NextOrderButton } from './NextOrderButton.tsx'
import { SendingMail } from './SendingMail.tsx'
import { uploadedText } from '#web/undo/outcome-texts.ts'
import { useSending } from './use-sending.ts'
import { useUploadTarget, wholeOrder } from './use-upload-target.ts'
import { ProposalOffer, ProposedDocument } from '#web/proposed-document/ProposedDocument.tsx'
import { useProposedDocument } from '#web/proposed-document/use-proposed-document.ts'
import type { ApprovedDocument } from './DocumentList.tsx'
import { OrderDocuments } from './OrderDocuments.tsx'
import { DocumentReadingList, pagesText, pictureOf } from './DocumentReadingList.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { statusesCompletedByUpload } from '#contract/rules/statuses.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import { useStopQuestion } from '#web/preflight/finding-questions.ts'
import css from './documents.module.css'

const UploadTargetFields = lazyComponent(() => import('./UploadTargetFields.tsx'), 'UploadTargetFields')

const tooLargeMessage = `The file is larger than ${maxUploadBytes / 1024 / 1024} MB.`

interface UploadSectionProps {
  order: OrderDetails
  allows: () => boolean
  onCompleted: () => void
  /** Completes the order although travellers lack a document. */
  onComplete: () => void
  onNext: () => void
  /** The next order is one of the journey. */
  isOfJourney: boolean
  others: readonly number[]
}

/** Stores and mails the approved document; lists the existing ones. */
export function UploadSection({
  order,
  allows,
  onCompleted,
  onComplete,
  others,
  ...next
}: UploadSectionProps) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [fileError, setFileError] = useState<string>()
  const providers = useProviders()
  const { sending, begin, leave, withdraw } = useSending(order.order_id)
  const showSuccess = useUndoToast()
  const isGone = useIsGone()
  const [formHeight, setFormHeight] = useState(0)
  const [isDone, setIsDone] = useState(false)
  const { target, setTarget, reading, refusal, read, finish } = useUploadTarget(order)
  const mayStopBeIgnored = useStopQuestion(order)
  const proposed = useProposedDocument(order)
  const { field, values, setValue, errorOf, onSubmit, busy, progress } = useContractForm(uploadDocument, {
    initialValues: {
      orderId: order.order_id,
      email: order.email,
      mailServiceProvider: undefined,
      replaces: undefined,
      traveller: undefined,
      alsoFor: undefined,
      expectedStatus: undefined,
      expectedDocuments: undefined,
      uploadVisaDoc: null,
    },
    refreshes: orderReadEndpoints,
    // The server refuses the upload if the order has changed since, and names the member who changed it.
    extraValues: {
      expectedStatus: order.process_status,
      expectedDocuments: order.uploadDoc.length,
      traveller: target.traveller,
      alsoFor: target.isForOthers ? others.join(',') : undefined,
    },
    allows: async ({ email }) => allows() && (await mayStopBeIgnored(email)),
    onRefused: () => void refresh(client, orderReadEndpoints),
    onDone: (answer) => {
      if (answer.data.completed) onCompleted()
      if (isGone()) {
        showSuccess({
          title: answer.message,
          text: uploadedText(answer.data),
          link: orderLink(order.order_id),
          undo: answer.data.undo,
          mailedOrders: [order.order_id, ...answer.data.alsoFor],
          tone: answer.data.warnings.length > 0 ? 'warn' : 'good',
        })
        return
      }
      if (file) begin(file, values.email, answer)
      setFormHeight(form.current?.offsetHeight ?? 0)
      setFileError(undefined)
      setValue('uploadVisaDoc', null)
      setValue('replaces', undefined)
      finish()
      setIsDone(answer.data.completed)
    },
  })
  // The field follows the order's e-mail until a member edits it.
  const followedEmail = useRef(order.email)
  useEffect(() => {
    const previous = followedEmail.current
    followedEmail.current = order.email
    if (order.email !== previous && values.email === previous) setValue('email', order.email)
  })
  // The undo window has ended, and the focus with it.
  const wasSending = useRef(false)
  useEffect(() => {
    if (wasSending.current && !sending && document.activeElement === document.body)
      form.current?.focus({ preventScroll: true })
    wasSending.current = sending !== null
  }, [sending])
  const file = refusal === undefined ? values.uploadVisaDoc : null
  const provider = values.mailServiceProvider || providers[0]
  const replaced = order.uploadDoc.find(({ file1 }) => file1 === values.replaces)

  const handleFileChange = (selectedFile: File | null) => {
    const isAllowedSize = !selectedFile || selectedFile.size <= maxUploadBytes
    setFileError(isAllowedSize ? undefined : tooLargeMessage)
    setValue('uploadVisaDoc', isAllowedSize ? selectedFile : null)
    read(isAllowedSize ? selectedFile : null)
  }

  const { accepted } = proposed
  const isBusy = busy || proposed.busy
  const acceptProposed = () => {
    handleFileChange(null)
    proposed.accept()
  }
  const sendProposed = async () => {
    if (isBusy || !allows() || !(await mayStopBeIgnored(order.email))) return
    const isComplete = await proposed.send()
    if (isComplete === null) return
    const completed = isComplete && statusesCompletedByUpload.includes(order.process_status)
    if (completed) onCompleted()
    setIsDone(completed)
  }

  useShortcuts({
    acceptProposal: proposed.proposed && !accepted ? acceptProposed : undefined,
    upload: () => {
      leave()
      if (file || accepted) form.current?.requestSubmit()
      else form.current?.querySelector<HTMLElement>('input[type=file]')?.click()
    },
  })

  const handleReplace = ({ file1, traveller }: ApprovedDocument) => {
    flushSync(leave)
    setValue('replaces', file1)
    setTarget({ ...wholeOrder, traveller: traveller ?? undefined })
    form.current?.querySelector<HTMLElement>('input[type=file]')?.focus()
  }

  const completeAnyway = () => {
    setIsDone(true)
    onComplete()
  }
  const offersNext = isDone && !file && order.process_status === 'Completed'

  return (
    <Card title="Upload Document" id="upload">
      <form
        ref={form}
        className={`stack gap-10 ${css.form}`}
        style={sending ? { minBlockSize: formHeight } : undefined}
        onSubmit={(event) => {
          if (!accepted) return onSubmit(event)
          event.preventDefault()
          void sendProposed()
        }}
        tabIndex={-1}
        noValidate
      >
        <div className={css.file}>
          {accepted ? (
            <ProposedDocument proposed={accepted} disabled={isBusy} onOtherFile={proposed.discard} />
          ) : (
            <FileDropzone
              label="Document"
              hint="PDF, JPEG, PNG or WebP, up to 20 MB"
              accept={uploadAccept}
              file={sending?.file ?? file}
              onChange={handleFileChange}
              error={fileError ?? refusal ?? messageOf(errorOf('uploadVisaDoc'))}
              disabled={busy || sending !== null}
              picture={reading && pictureOf(reading)}
              extent={pagesText(reading)}
            >
              <DocumentReadingList reading={reading} warnings={sending?.warnings} />
            </FileDropzone>
          )}
          {!accepted && !file && !sending && proposed.proposed && (
            <ProposalOffer proposed={proposed.proposed} onAccept={acceptProposed} />
          )}
          {busy && file && (
            <div className={css.progress}>
              <ProgressBar label={`Uploading ${file.name}`} value={progress} />
            </div>
          )}
        </div>
        {replaced && (
          <p className={`row spread gap-8 break-words warning small tight ${css.replaces}`}>
            <span>
              Replaces <ExternalText>{replaced.name}</ExternalText>
            </span>
            <IconButton
              icon="close"
              label={`Keep ${replaced.name}`}
              disabled={busy}
              onClick={() => setValue('replaces', undefined)}
            />
          </p>
        )}
        {sending ? (
          <SendingMail sending={sending} onWithdraw={withdraw}>
            {offersNext && <NextOrderButton {...next} fullWidth />}
          </SendingMail>
        ) : (
          <>
            <div className={`stack gap-10 ${css.fields}`}>
              <TextInput label="Order ID" readOnly value={order.order_id} className={css.readOnly} />
              <TextInput
                label="E-mail"
                type="email"
                autoComplete="off"
                readOnly={isBusy || accepted !== null}
                {...field('email')}
                {...(accepted && { value: order.email })}
              />
            </div>
            {(order.familyMember.length > 0 || others.length > 0) && (
              <div className={css.target} data-family={order.familyMember.length > 0 || undefined}>
                <Suspense>
                  <UploadTargetFields
                    order={order}
                    others={others}
                    target={target}
                    onChange={setTarget}
                    disabled={busy}
                  />
                </Suspense>
              </div>
            )}
            <ProviderRow
              value={values.mailServiceProvider}
              onChange={(chosen) => setValue('mailServiceProvider', chosen)}
              disabled={isBusy || accepted !== null}
            >
              {offersNext ? (
                <NextOrderButton {...next} />
              ) : (
                <KeyButton
                  type="submit"
                  variant={file || accepted ? 'filled' : 'default'}
                  leftSection={<Icon name="upload" />}
                  aria-disabled={isBusy || accepted !== null}
                  action="upload"
                >
                  Upload and mail
                </KeyButton>
              )}
            </ProviderRow>
          </>
        )}
      </form>
      <OrderDocuments
        order={order}
        email={values.email}
        provider={provider}
        onReplace={handleReplace}
        onComplete={statusesCompletedByUpload.includes(order.process_status) ? completeAnyway : undefined}
      />
    </Card>
  )
}

const messageOf = (error: unknown) => (typeof error === 'string' ? error : undefined)
