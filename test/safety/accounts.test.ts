import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePassword, signIn } from '#contract/session.ts'
import { addTeamMember, updateTeamMember } from '#contract/team.ts'
import { startTestApp, testPassword, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test.each(['123456', 'password', 'QWERTY', 'iloveyou'])(
  '%s is refused as a new password everywhere',
  async (password) => {
    const token = await app.signInAs('Admin')
    const fields = { name: 'Common Password', email: 'common@example.com', type: 'Team' } as const
    const added = await app.call(addTeamMember, { body: { ...fields, password } }, { token })
    expect(added.http).toBe(400)
    expect(added.body).toMatchObject({
      status: 0,
      message: 'This password is too common.',
      errors: { password: 'This password is too common.' },
    })
    const { id } = await app.addMember(`Member ${password}`, 'Team')
    const changes = { ...fields, tmId: id, password }
    expect((await app.call(updateTeamMember, { body: changes }, { token })).http).toBe(400)
    const own = await app.call(changePassword, { body: { newPassword: password } }, { token })
    expect(own.body.errors).toEqual({ newPassword: 'This password is too common.' })
  },
)

test('forty sign-ins at once from one address all succeed', async () => {
  const members = await Promise.all(
    Array.from({ length: 40 }, (_, index) => app.addMember(`Crowd ${index}`, 'Team')),
  )
  const answers = await Promise.all(
    members.map(({ email }) => app.call(signIn, { body: { email, password: testPassword } })),
  )
  expect(answers.map(({ http }) => http)).toEqual(members.map(() => 200))
})
