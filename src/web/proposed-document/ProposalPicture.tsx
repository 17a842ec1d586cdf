import { useIntersection } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { proposalPage, type Proposal } from '#contract/proposals.ts'
import { callForFile } from '#web/lib/client.ts'
import { endpointKey } from '#web/lib/query-client.ts'
import { useFileUrl } from '#web/ui/FilePreview.tsx'
import css from './proposed-document.module.css'

interface ProposalPictureProps {
  proposal: Pick<Proposal, 'id' | 'preview' | 'file'>
  size: 'small' | 'middle' | 'large'
}

/** The first page of a proposed document; fetched when visible, since each view is recorded. */
export function ProposalPicture({ proposal, size }: ProposalPictureProps) {
  const { ref, entry } = useIntersection()
  const [wasSeen, setWasSeen] = useState(false)
  if (entry?.isIntersecting && !wasSeen) setWasSeen(true)
  const { id, preview, file } = proposal
  const { data } = useQuery({
    queryKey: [...endpointKey(proposalPage), id],
    queryFn: () => callForFile(proposalPage, { params: { id } }),
    enabled: preview && wasSeen,
    staleTime: Infinity,
    meta: { showsFailureInline: true },
  })
  const url = useFileUrl(data)
  return (
    <span ref={ref} className={css[size]}>
      {url && <img src={url} alt={`First page of ${file.name}`} />}
      {!preview && <span className={`faint tiny ${css.none}`}>No picture</span>}
    </span>
  )
}
