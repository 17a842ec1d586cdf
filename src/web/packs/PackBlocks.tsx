import type { Fact, PackBlock } from '#contract/packs.ts'
import { missingText } from '#contract/rules/missing-text.ts'
import { inlineDocumentPath } from '#contract/rules/visitor-addresses.ts'
import { formatFileSize } from '#web/ui/format-file-size.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './packs.module.css'

const Value = ({ value }: { value: string | null }) => (
  <ExternalText className={`break-words ${css.text}`}>{value ?? missingText}</ExternalText>
)

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="small tight">
      {facts.map(({ label, value }) => (
        <div key={label} className={`stack gap-10 ${css.fact}`}>
          <dt className="faint">{label}</dt>
          <dd>
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function BlockTable({ block }: { block: Omit<Extract<PackBlock, { kind: 'table' }>, 'kind'> }) {
  return (
    <table className={`small tight ${css.table}`} aria-label={block.title || undefined}>
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
                <Value value={row[column] ?? null} />
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
      return <p className={block.strong ? `medium ${css.strong}` : `muted ${css.note}`}>{block.text}</p>
    case 'facts':
      return <FactList facts={block.facts} />
    case 'table':
      return <BlockTable block={block} />
    case 'text':
      return (
        <p className={`muted ${css.policy}`} dir="auto">
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
          <p className={`muted ${css.note}`}>
            <a href={inlineDocumentPath(orderId, block.file1)} target="_blank" rel="noreferrer">
              Open the document
            </a>
          </p>
        </>
      )
  }
}

export function PackBlocks({ blocks, orderId }: { blocks: readonly PackBlock[]; orderId: number }) {
  return [...blocks.entries()].map(([index, block]) => (
    <div key={index} className={css.block}>
      {'title' in block && block.title && (
        <h4 className={`muted tiny strong ${css.blockHeading}`}>{block.title}</h4>
      )}
      <Block block={block} orderId={orderId} />
    </div>
  ))
}
