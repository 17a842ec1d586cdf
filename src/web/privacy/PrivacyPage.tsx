import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { listRequests, type RequestSummary } from '#contract/privacy-list.ts'
import { answerHours, requestChannels, requestKinds } from '#contract/rules/privacy.ts'
import { privacyRequestPath } from '#contract/rules/staff-addresses.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { usePageTitle } from '#web/sites/use-page-title.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { ListAndDetail } from '#web/ui/ListAndDetail.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { createRequest } from '#contract/privacy.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { failureProps } from '#web/lib/failure-props.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { RequestView } from './RequestView.tsx'
import { ClockBar, ClockText } from './RequestClock.tsx'
import { customerName, describeRequest, channelLabels, kindLabels } from './request-labels.ts'
import css from './privacy.module.css'
import { requestReads } from './request-reads.ts'

/** `/admin/privacy`, for Admins: customers' requests about their data (UU 27/2022), with the chosen one. */
export function PrivacyPage() {
  usePageTitle('Privacy desk')
  const { requestId } = useParams()
  const [, navigate] = useLocation()
  const [isNewOpen, setNewOpen] = useState(false)
  const { data, error, isFetching, refetch } = useRead(listRequests, {}, { showsFailureInline: true })
  // On a narrow page the list is shown until a request is chosen.
  const isNarrow = useMediaQuery('(max-width: 990px)', undefined, { getInitialValueInEffect: false })
  const currentId = requestId ?? (isNarrow ? undefined : data?.data[0]?.id)

  return (
    <>
      <PageHeading
        count={`${data ? `${data.open} open · ` : ''}answer within ${answerHours} hours (UU 27/2022)`}
        onRefresh={() => void refetch()}
        isRefreshing={isFetching}
        end={
          <>
            <Button leftSection={<Icon name="plus" />} onClick={() => setNewOpen(true)}>
              New request
            </Button>
            <Button component={Link} href={staffScreens.retention.path} variant="subtle">
              Retention
            </Button>
          </>
        }
      >
        Privacy desk
      </PageHeading>
      {error ? (
        <EmptyState kind="failure" subject="The requests" {...failureProps(error, refetch)} />
      ) : (
        <ListAndDetail
          list={<RequestList requests={data?.data} currentId={currentId} />}
          isChosen={requestId !== undefined}
          back={{ href: staffScreens.privacy.path, label: 'All requests' }}
        >
          {currentId && <RequestView key={currentId} id={currentId} />}
        </ListAndDetail>
      )}
      <NewRequestDialog
        opened={isNewOpen}
        onClose={() => setNewOpen(false)}
        onCreated={(id) => {
          setNewOpen(false)
          navigate(privacyRequestPath(id))
        }}
      />
    </>
  )
}

interface RequestListProps {
  /** `undefined` while loading. */
  requests: readonly RequestSummary[] | undefined
  currentId: string | undefined
}

/** Widths in percent */
const loadingRows = [60, 45, 52]

function RequestList({ requests, currentId }: RequestListProps) {
  return (
    <nav className={`shrinkable ${css.list}`} aria-label="Requests">
      {requests?.length === 0 && (
        <div className={css.none}>
          <EmptyState kind="list" />
        </div>
      )}
      {!requests &&
        loadingRows.map((percent) => (
          <div key={percent} className={`stack gap-2 small tight ${css.request}`}>
            <Skeleton width={`${percent}%`} height={18} />
            <Skeleton width="50%" height={18} />
            <Skeleton width="100%" height={9} />
          </div>
        ))}
      {requests?.map((request) => (
        <Link
          key={request.id}
          href={privacyRequestPath(request.id)}
          className={`stack gap-2 small tight ${css.request}`}
          aria-current={request.id === currentId ? 'true' : undefined}
        >
          <span className="row spread gap-8">
            <b className="shrinkable truncate medium">
              <ExternalText>{customerName(request)}</ExternalText>
            </b>
            {request.comes_up_again ? (
              <span className="nowrap warning medium">comes up again</span>
            ) : (
              <ClockText request={request} />
            )}
          </span>
          <span className="muted">{describeRequest(request)}</span>
          <ClockBar request={request} />
        </Link>
      ))}
    </nav>
  )
}

interface NewRequestDialogProps {
  opened: boolean
  onClose: () => void
  onCreated: (id: string) => void
}

function NewRequestDialog({ opened, onClose, onCreated }: NewRequestDialogProps) {
  return (
    <FormDialog title="New request" submitLabel="Record" opened={opened} onClose={onClose}>
      <NewRequestForm onCreated={onCreated} />
    </FormDialog>
  )
}

const channelOptions = requestChannels.map((value) => ({ value, label: channelLabels[value] }))

function NewRequestForm({ onCreated }: Pick<NewRequestDialogProps, 'onCreated'>) {
  const { field, onSubmit, busy } = useContractForm(createRequest, {
    initialValues: { email: '', orderId: '', kinds: [], channel: 'e-mail', askedAt: '', text: '' },
    refreshes: requestReads,
    onDone: ({ message, data }) => {
      showToast({ tone: 'good', title: message })
      onCreated(data.id)
    },
  })
  return (
    <DialogForm onSubmit={onSubmit}>
      <TextInput label="E-mail" data-autofocus autoComplete="off" readOnly={busy} {...field('email')} />
      <TextInput
        label="Or order ID"
        inputMode="numeric"
        autoComplete="off"
        readOnly={busy}
        {...field('orderId')}
      />
      <Checkbox.Group label="Asked" {...field('kinds')}>
        <div className={`flex wrap ${css.kinds}`}>
          {requestKinds.map((kind) => (
            <Checkbox key={kind} value={kind} label={kindLabels[kind]} />
          ))}
        </div>
      </Checkbox.Group>
      <NativeSelect label="How it came" data={channelOptions} {...field('channel')} />
      <DateField label="When, in EST (empty: now)" kind="dateTime" readOnly={busy} {...field('askedAt')} />
      <Textarea label="In the customer’s words" rows={3} dir="auto" readOnly={busy} {...field('text')} />
    </DialogForm>
  )
}
