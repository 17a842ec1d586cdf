import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nullableText, requiredId } from './common-schemas.ts'

/** `is_active` is `'1'` for the gateway in use (spec §3, Payment gateway). */
const gateway = z.object({
  id: z.number(),
  gateway_name: z.string(),
  is_active: z.enum(['1', '0']),
  /** When it became active; null for the others. */
  since: nullableText,
  /** Its place among those that sites try where the active one fails, from 1; null if it is none of them. */
  fallback: z.nullable(z.number()),
})
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

export const setFallbacks = endpoint({
  method: 'PUT',
  path: '/admin/gateway-fallbacks',
  summary: 'Set which gateways sites try where the active one fails, in order',
  allow: 'setGateway',
  needsFreshSignIn: true,
  body: z.strictObject({
    gatewayIds: z.array(requiredId('Please select gateway.'), 'Please select gateway.').check(
      z.maxLength(20, 'At most 20 gateways.'),
      z.refine((ids) => new Set(ids).size === ids.length, 'A gateway is named twice.'),
    ),
  }),
})

export const gatewayTraffic = endpoint({
  method: 'GET',
  path: '/admin/gateway-traffic',
  summary: 'Orders by the gateway that they were paid through, and which sites follow the active one',
  allow: 'setGateway',
  reply: z.object({
    data: z.object({
      /** By name; `unknown` for orders whose site told none. Of the last 30 days. */
      gateways: z.array(
        z.object({ name: z.string(), last_order_at: nullableText, hour: z.number(), day: z.number() }),
      ),
      /** The share of the day's orders that another gateway than the active one took, 0 to 1; null without orders. */
      fallback_share: z.nullable(z.number()),
      /** Sites with orders since the last change of the gateway, at most of the last day. */
      sites: z.array(
        z.object({
          site: z.string(),
          last_order_at: z.string(),
          gateway: z.string(),
          follows: z.boolean(),
        }),
      ),
    }),
  }),
})
