import * as contract from '#contract/proposals.ts'
import type { Http } from '#server/platform/http/http.ts'
import { matchFiles } from './match-documents.ts'
import { compareWithOrder, dismissProposal, listOpenProposals } from './proposals.ts'
import { sendProposals } from './send-proposals.ts'
import { openProposalPage } from './show-page.ts'

const countText = (count: number) => (count === 1 ? 'The document is' : `${count} documents are`)

export function proposalRoutes(http: Http) {
  http.handle(contract.matchDocuments, async (call, { file }) => {
    const data = await matchFiles(call, file)
    return { message: `${countText(data.proposals.length)} proposed.`, data }
  })

  http.read(contract.listProposals, (work, { query }) => listOpenProposals(work, query))

  http.recordedRead(contract.compareProposal, async (work, { params }) => ({
    data: await compareWithOrder(work, params),
  }))

  http.bytes(contract.proposalPage, async (call, { params, reply }) => {
    const page = await openProposalPage(call, params.id)
    return reply
      .type('image/webp')
      .header('content-length', page.size)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, no-store')
      .send(page.read())
  })

  http.write(contract.sendDocuments, async (work, { body }) => {
    const data = await sendProposals(work, body.proposals)
    return { message: `${countText(data.updated.length)} sent in ${data.secondsToMail} s.`, data }
  })

  http.write(contract.dismissProposal, async (work, { body }) => {
    await dismissProposal(work, body)
    return {
      message: body.dismissed ? 'The document is not proposed any more.' : 'The document is proposed again.',
    }
  })
}
