import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { roles } from './rules/roles.ts'
import { required } from './shapes.ts'

export const member = z.object({ id: z.number(), name: z.string(), email: z.string(), type: z.enum(roles) })
export type Member = z.infer<typeof member>

/** The messages are the specification's (spec §5, Login). */
export const signIn = endpoint({
  method: 'POST',
  path: '/admin/admin-login',
  summary: 'Sign in with e-mail and password',
  allow: 'anyone',
  body: z.strictObject({
    email: required('Email Address is required').check(z.email('Invalid email address')),
    password: z.string('Password is required').check(z.minLength(1, 'Password is required')),
    rememberMe: z.optional(z.boolean()),
  }),
  reply: z.object({ jwtToken: z.string(), data: member }),
})

export const userInfo = endpoint({
  method: 'GET',
  path: '/user_info',
  summary: 'The member of this session',
  allow: 'workOrders',
  reply: z.object({ data: member }),
})

export const signOut = endpoint({
  method: 'POST',
  path: '/admin/logout',
  summary: 'End this session',
  allow: 'workOrders',
})
