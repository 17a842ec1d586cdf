import { notCaptured, type PackBlock } from '#contract/packs.ts'
import { inlineDocumentPath } from '#contract/rules/visitor-addresses.ts'
import { formatFileSize } from '#web/ui/format-file-size.ts'
import css from './PackBlocks.module.css'

type Value = string | null
interface PackFact {
  label: string
  value: Value
}

const CapturedValue = ({ value }: { value: Value }) =>
  value === null ? <span className={css.open}>{notCaptured}</span> : <bdi className={css.text}>{value}</bdi>

/** Labels and values; a missing value is shown as 'not captured', as in the PDF. */
export function FactList({ facts }: { facts: readonly PackFact[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(({ label, value }) => (
        <div key={label} className={css.fact}>
          <dt className={css.label}>{label}</dt>
          <dd>
            <CapturedValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function BlockTable({ block }: { block: Extract<PackBlock, { kind: 'table' }> }) {
  if (block.rows.length === 0) return <p className={css.strong}>{block.empty}</p>
  return (
    <table className={css.table} aria-label={block.title || undefined}>
      <thead>
        <tr>
          {block.columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...block.rows.entries()].map(([index, row]) => (
          <tr key={index}>
            {block.columns.map(({ title }, column) => (
              <td key={title}>
                <span className={css.column}>{title}</span>
                <CapturedValue value={row[column] ?? null} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Block({ block, orderId }: { block: PackBlock; orderId: number }) {
  switch (block.kind) {
    case 'note':
      return <p className={block.strong ? css.strong : css.note}>{block.text}</p>
    case 'facts':
      return <FactList facts={block.facts} />
    case 'table':
      return <BlockTable block={block} />
    case 'text':
      return (
        <p className={css.policy} dir="auto">
          {block.text}
        </p>
      )
    case 'document':
      return (
        <>
          <FactList
            facts={[
              { label: 'File', value: `${block.name}, ${formatFileSize(block.size)}` },
              { label: 'SHA-256 of the file', value: block.sha256 },
            ]}
          />
          <p className={css.note}>
            <a href={inlineDocumentPath(orderId, block.file1)} target="_blank" rel="noreferrer">
              Open the document
            </a>
          </p>
        </>
      )
  }
}

/** The blocks of an exhibit. */
export function PackBlocks({ blocks, orderId }: { blocks: readonly PackBlock[]; orderId: number }) {
  return [...blocks.entries()].map(([index, block]) => (
    <div key={index} className={css.block}>
      {'title' in block && block.title && <h4 className={css.heading}>{block.title}</h4>}
      <Block block={block} orderId={orderId} />
    </div>
  ))
}
