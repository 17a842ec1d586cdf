import { useQueryClient } from '@tanstack/react-query'
import { listFormOrigins } from '#contract/form-filler.ts'
import { refresh, useRead } from '#web/lib/endpoint-hooks.ts'
import { Card } from '#web/ui/Card.tsx'
import { PageColumns } from '#web/ui/PageColumns.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { AddOriginForm } from './AddOriginForm.tsx'
import css from './form-origins.module.css'
import { OriginTable } from './OriginTable.tsx'

/** `/admin/form-filler`, for Admins: the official pages that the browser extension may fill (product §12). */
export function FormFillerPage() {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useRead(listFormOrigins, {}, { showsFailureInline: true })
  return (
    <>
      <PageHeading onRefresh={() => void refresh(client, [listFormOrigins])} isRefreshing={isFetching}>
        Form Filler
      </PageHeading>
      <PageColumns
        start={
          <>
            <Card title="New Official Page">
              <AddOriginForm />
            </Card>
            <Card title="How it comes to a desk">
              <ol className={`stack gap-8 small ${css.steps}`}>
                <li>
                  On the server, <code>npm run cli -- filler</code> writes the extension for the pages in this
                  list.
                </li>
                <li>
                  In Chrome, open <code>chrome://extensions</code>, turn on Developer mode and load the
                  folder.
                </li>
                <li>
                  Open the official page, then an order’s filing sheet: <b>Fill the form</b> stands at its
                  foot.
                </li>
              </ol>
              <p className={`muted small ${css.note}`}>
                It fills one traveller at a time, never submits, and each fill is recorded.
              </p>
            </Card>
          </>
        }
      >
        <Card title="Official Page List" count={data?.data.length}>
          <OriginTable origins={data?.data} failure={error} onRetry={() => void refetch()} />
        </Card>
      </PageColumns>
    </>
  )
}
