import * as contract from '#contract/gateways.ts'
import type { Http } from '#server/platform/http/http.ts'
import { listGateways, setGateway } from './gateways.ts'

export function gatewayRoutes(http: Http) {
  http.read(contract.listGateways, async (work) => ({ data: await listGateways(work) }))

  http.write(contract.setGateway, async (work, { body }) => ({
    message: `${await setGateway(work, body.gatewayId)} is the active gateway now.`,
  }))
}
