import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listIntakeKeys } from '#contract/intake-keys.ts'
import { refresh, useRead } from '#web/lib/endpoint-hooks.ts'
import { Card } from '#web/ui/Card.tsx'
import { PageColumns } from '#web/ui/PageColumns.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { CreateKeyForm } from './CreateKeyForm.tsx'
import { KeyTable } from './KeyTable.tsx'
import { NewKeyDialog, type NewKey } from './NewKeyDialog.tsx'

/** `/admin/intake-keys`, for Admins: the keys with which landing sites submit orders (product §5, Intake). */
export function IntakeKeysPage() {
  const client = useQueryClient()
  const [createdKey, setCreatedKey] = useState<NewKey>()
  const { data, error, isFetching, refetch } = useRead(listIntakeKeys, {}, { showsFailureInline: true })

  return (
    <>
      <PageHeading onRefresh={() => void refresh(client, [listIntakeKeys])} isRefreshing={isFetching}>
        Intake Keys
      </PageHeading>
      <PageColumns
        start={
          <Card title="New Key">
            <CreateKeyForm onMade={setCreatedKey} />
          </Card>
        }
      >
        <Card title="Key List" count={data?.data.length}>
          <KeyTable keys={data?.data} failure={error} onRetry={() => void refetch()} />
        </Card>
      </PageColumns>
      <NewKeyDialog createdKey={createdKey} onClose={() => setCreatedKey(undefined)} />
    </>
  )
}
