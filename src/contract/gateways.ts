import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { requiredId } from './common-schemas.ts'

/** `is_active` is `'1'` for the gateway in use (spec §3, Payment gateway). */
const gateway = z.object({ id: z.number(), gateway_name: z.string(), is_active: z.enum(['1', '0']) })
export type Gateway = z.infer<typeof gateway>

export const listGateways = endpoint({
  method: 'GET',
  path: '/admin/payment-gateways',
  summary: 'The payment gateways, exactly one of them active',
  allow: 'setGateway',
  reply: z.object({ data: z.array(gateway) }),
})

export const setGateway = endpoint({
  method: 'POST',
  path: '/admin/payment-gateway-setting',
  summary: 'Make a payment gateway the active one',
  allow: 'setGateway',
  needsFreshSignIn: true,
  /** Spec §5, Gateway. */
  body: z.strictObject({ gatewayId: requiredId('Please select gateway.') }),
})
