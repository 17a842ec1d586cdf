import { TextInput } from '@mantine/core'
import { resendMail } from '#contract/documents.ts'
import type { OrderDetails } from '#contract/order-details.ts'
import type { MailProblemState } from '#contract/rules/list-filters.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { ProviderChoice } from '#web/messages/ProviderChoice.tsx'
import { otherProvider, useProviders } from '#web/messages/providers.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import { useUndoToast } from '#web/undo/use-undo-toast.ts'
import { mailKindLabel, type MailEntry } from './mail-labels.ts'

const fates: ReadonlyMap<string, string> = new Map([
  ['bounced', 'came back'],
  ['waiting', 'has not left yet'],
])

interface CorrectAndResendDialogProps {
  /** Without a revision, the last change of the e-mail wins. */
  order: Pick<OrderDetails, 'order_id' | 'email'> & { revision?: number }
  mail: Pick<MailEntry, 'id' | 'kind' | 'to' | 'provider'> & { state: MailEntry['state'] | MailProblemState }
  opened: boolean
  onClose: () => void
}

export function CorrectAndResendDialog({ order, mail, opened, onClose }: CorrectAndResendDialogProps) {
  return (
    <FormDialog title="Correct and resend" submitLabel="Correct and resend" opened={opened} onClose={onClose}>
      <CorrectAndResendForm order={order} mail={mail} onClose={onClose} />
    </FormDialog>
  )
}

function CorrectAndResendForm({
  order,
  mail,
  onClose,
}: Pick<CorrectAndResendDialogProps, 'order' | 'mail' | 'onClose'>) {
  const providers = useProviders()
  const showSuccess = useUndoToast()
  const { field, values, setValue, onSubmit, busy } = useContractForm(resendMail, {
    initialValues: {
      orderId: order.order_id,
      email: order.email,
      mailServiceProvider: otherProvider(providers, mail.provider),
      mailId: mail.id,
      correctEmail: true,
      revision: order.revision,
    },
    refreshes: orderReadEndpoints,
    onDone: ({ message, data: { undo } }) => {
      onClose()
      showSuccess({ title: message, text: `To ${values.email}`, undo, mailedOrders: [order.order_id] })
    },
  })
  return (
    <DialogForm onSubmit={onSubmit}>
      <p>
        {mailKindLabel(mail)} to <ExternalText>{mail.to}</ExternalText>{' '}
        {fates.get(mail.state) ?? 'was perhaps not delivered'}.
      </p>
      <TextInput
        label="E-mail"
        type="email"
        data-autofocus
        autoComplete="off"
        readOnly={busy}
        {...field('email')}
      />
      <ProviderChoice
        providers={providers}
        value={values.mailServiceProvider}
        onChange={(provider) => setValue('mailServiceProvider', provider)}
        disabled={busy}
      />
    </DialogForm>
  )
}
