import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { maxUploadBytes } from '#contract/documents.ts'
import {
  importOrders,
  listImports,
  spreadsheetEncodings,
  type ImportPreview,
  type ImportResult,
} from '#contract/imports.ts'
import { folderCounts, listOrders } from '#contract/orders.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import { refresh, useCall, useRead } from '#web/lib/endpoint-hooks.ts'
import { Card } from '#web/ui/Card.tsx'
import { FileDropzone } from '#web/ui/FileDropzone.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { PageColumns } from '#web/ui/PageColumns.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useFocusFallback } from '#web/ui/table/use-focus-fallback.ts'
import { ImportedFiles } from './ImportedFiles.tsx'
import { PreviewCards } from './PreviewCards.tsx'
import { ResultCard } from './ResultCard.tsx'
import css from './imports.module.css'

const progressPollMs = 1000
const accept = '.csv,.ndjson,.jsonl,.txt,.tsv'
const hint = `CSV or NDJSON, up to ${maxUploadBytes / 1024 / 1024} MB`
const changedReads = [listImports, listOrders, folderCounts]

type Encoding = (typeof spreadsheetEncodings)[number] | undefined

/** What is known of the chosen file; `id` names its import. */
type Checked = { id: string; preview: ImportPreview; result: ImportResult | null }

/** `/admin/import`, for Admins: takes in the orders of a file after showing what it holds (product §5). */
export function ImportPage() {
  const client = useQueryClient()
  const frame = useRef<HTMLDivElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [encoding, setEncoding] = useState<Encoding>()
  const [error, setError] = useState<string>()
  const [checked, setChecked] = useState<Checked>()
  useFocusFallback(frame, frame)

  const onError = ({ message }: { message: string }) => {
    setError(message)
    return true
  }
  const check = useCall(importOrders, { onError })
  const run = useCall(importOrders, { refreshes: changedReads, onError })
  const takeBack = useCall(importOrders, { refreshes: changedReads })
  const list = useRead(
    listImports,
    {},
    { showsFailureInline: true, refetchInterval: run.busy && progressPollMs },
  )
  const stored = list.data?.data.find(({ id, finished_at }) => id === checked?.id && finished_at === null)

  const choose = async (chosen: File | null, as: Encoding) => {
    const isTooLarge = chosen !== null && chosen.size > maxUploadBytes
    setFile(isTooLarge ? null : chosen)
    setEncoding(as)
    setError(isTooLarge ? `The file is larger than ${maxUploadBytes / 1024 / 1024} MB.` : undefined)
    setChecked(undefined)
    if (!chosen || isTooLarge) return
    const answer = await check.call({ body: { act: 'preview', encoding: as }, file: chosen })
    if (answer?.data.preview) setChecked({ id: answer.data.id, preview: answer.data.preview, result: null })
  }
  const handleRun = async (preview: ImportPreview) => {
    setError(undefined)
    const answer = await run.call({ body: { act: 'run', encoding }, file })
    if (answer) setChecked({ id: answer.data.id, preview, result: answer.data.result })
  }
  const handleTakeBack = async (id: string) => {
    const answer = await takeBack.call({ body: { act: 'take back', id }, file: null })
    if (!answer) return
    showToast({ tone: 'good', title: answer.message })
    if (id === checked?.id) await choose(null, undefined)
  }

  const isBusy = check.busy || run.busy
  return (
    <>
      <PageHeading onRefresh={() => void refresh(client, [listImports])} isRefreshing={list.isFetching}>
        Import
      </PageHeading>
      <PageColumns
        start={
          <Card title="File" id="upload">
            <div className={`stack gap-12 ${css.file}`}>
              <FileDropzone
                label="File of orders"
                hint={hint}
                accept={accept}
                file={file}
                onChange={(chosen) => void choose(chosen, undefined)}
                error={error}
                disabled={isBusy}
              >
                {checked && (
                  <>
                    <p className="faint">{checked.preview.format}</p>
                    <p className="faint">{formatCount(checked.preview.records)} lines with an order</p>
                  </>
                )}
              </FileDropzone>
              <NativeSelect
                label="Encoding"
                description="UTF-8 and UTF-16 are detected. Any other has to be named."
                data={[{ value: '', label: 'Detect' }, ...spreadsheetEncodings]}
                value={encoding ?? ''}
                disabled={isBusy}
                onChange={({ currentTarget: { value } }) =>
                  void choose(file, isOneOf(spreadsheetEncodings, value) ? value : undefined)
                }
              />
              {isBusy && (
                <ImportProgress
                  sent={check.busy ? check.progress : run.progress}
                  isStored={run.busy}
                  share={stored && checked && stored.records / checked.preview.records}
                />
              )}
            </div>
          </Card>
        }
      >
        <div ref={frame} tabIndex={-1} className={css.frame}>
          {checked?.result && (
            <ResultCard
              name={file?.name ?? ''}
              result={checked.result}
              isBusy={takeBack.busy}
              onTakeBack={() => void handleTakeBack(checked.id)}
              onClose={() => void choose(null, undefined)}
            />
          )}
          {checked && !checked.result && (
            <PreviewCards
              preview={checked.preview}
              isBusy={isBusy}
              onImport={() => void handleRun(checked.preview)}
            />
          )}
          <ImportedFiles
            files={list.data?.data}
            failure={list.error}
            onRetry={() => void list.refetch()}
            isBusy={isBusy || takeBack.busy}
            onTakeBack={(id) => void handleTakeBack(id)}
          />
        </div>
      </PageColumns>
    </>
  )
}

interface ImportProgressProps {
  /** Of the file, 0 to 1. */
  sent: number | undefined
  isStored: boolean
  /** Of the lines that are stored, 0 to 1; `undefined` while the file is read. */
  share: number | undefined
}

function ImportProgress({ sent = 0, isStored, share }: ImportProgressProps) {
  if (sent < 1) return <ProgressBar label="Sending the file" value={sent} />
  if (share === undefined) return <ProgressBar label="Reading the file" value={undefined} />
  return isStored && <ProgressBar label="Storing the orders" value={share} />
}
